import "temporal-polyfill/global";
import {createCalendar, createViewDay, createViewMonthGrid, createViewWeek, createViewMonthAgenda} from "@schedule-x/calendar";
import "@schedule-x/theme-default/dist/index.css";

const at = (day, hour) => Temporal.ZonedDateTime.from(`2026-03-${day}T${hour}:00[UTC]`);
const calendar = createCalendar({
  locale: "pt-BR", timezone: "UTC", selectedDate: Temporal.PlainDate.from("2026-03-18"), isDark: true, showWeekNumbers: true,
  views: [createViewWeek(), createViewDay(), createViewMonthGrid(), createViewMonthAgenda()], dayBoundaries: {start: "07:00", end: "19:00"},
  weekOptions: {gridHeight: 610},
  callbacks: {onEventClick: one => { document.title = one.title; }, onClickDateTime: when => { document.title = String(when); }},
  events: [["Reunião com a escola", "17", "09:00", "10:30"], ["Dentista", "18", "08:00", "09:00"], ["Feira de livros", "18", "10:00", "14:00"], ["Ensaio do coral", "19", "16:00", "18:00"], ["Almoço com Rui", "20", "12:00", "13:30"]]
    .map(([title, day, from, to], id) => ({id, title, start: at(day, from), end: at(day, to)}))
    .concat([{id: 9, title: "Férias da Ana", start: Temporal.PlainDate.from("2026-03-16"), end: Temporal.PlainDate.from("2026-03-18")}]),
});
const root = document.querySelector("#root");
root.innerHTML = `<style>.sx-vue-calendar-wrapper,#cal{height:800px}</style><div id=cal class=sx-react-calendar-wrapper></div>`;
calendar.render(root.querySelector("#cal"));
setTimeout(() => { document.body.dataset.ready = 1; }, 800);
