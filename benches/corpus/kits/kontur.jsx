import React, {useState} from "react";
import {createRoot} from "react-dom/client";
import {Autocomplete, Button, Checkbox, ComboBox, DateInput, DatePicker, DropdownMenu, FileUploader, Gapped, Group, Hint, Input, Kebab, Link, MenuItem, Paging, PasswordInput, Radio, RadioGroup, Select, Switcher, Tabs, Textarea, Toggle, Token, TokenInput, CurrencyInput, Toast, SingleToast} from "@skbkontur/react-ui";

const ROWS = [["Счёт 104", "Лавка чая", "1 200"], ["Счёт 105", "Пекарня", "860"], ["Счёт 106", "Типография", "4 310"]];
function Office() {
  const [tab, setTab] = useState("out"), [part, setPart] = useState("месяц"), [ticks, setTicks] = useState({1: true, nds: true}), [way, setWay] = useState("почтой"), [on, setOn] = useState(true), [page, setPage] = useState(2), [day, setDay] = useState("18.03.2026"), [firm, setFirm] = useState({value: 1, label: "Лавка чая"}), [kind, setKind] = useState("оплата"), [sum, setSum] = useState(1200), [tags, setTags] = useState(["чай", "срочно"]), [open, setOpen] = useState(true), [pressed, press] = useState(0);
  const go = () => press(pressed + 1), tick = key => ({checked: !!ticks[key], onValueChange: is => setTicks({...ticks, [key]: is})});
  return <div style={{padding: "12px 20px", height: 776, overflow: "hidden"}}>
    <div className="row" style={{justifyContent: "space-between"}}><b style={{fontSize: 20}}>Бухгалтерия</b><Gapped gap={16}><Link href="#docs">Документы</Link><Link href="#staff">Сотрудники</Link><Link disabled>Архив</Link></Gapped><Gapped><Input placeholder="Поиск" width={180} /><DropdownMenu caption={<Button use="text">Анна Орлова</Button>}><MenuItem onClick={go}>Профиль</MenuItem><MenuItem onClick={go}>Выйти</MenuItem></DropdownMenu></Gapped></div>
    <div className="cols"><div style={{width: 620}}><Tabs value={tab} onValueChange={setTab}><Tabs.Tab id="out">Исходящие</Tabs.Tab><Tabs.Tab id="in">Входящие</Tabs.Tab><Tabs.Tab id="no" disabled>Удалённые</Tabs.Tab></Tabs>
      <table><thead><tr><th><Checkbox {...tick("all")} /></th><th><a href="#sort" className="sort">Документ ↑</a></th><th>Кому</th><th>Сумма</th><th></th></tr></thead><tbody>{ROWS.map(([what, who, sum], n) => <tr key={what}><td><Checkbox {...tick(n)} /></td><td><Link href={`#${n}`}>{what}</Link></td><td>{who}</td><td>{sum}</td><td><Button size="small" use="text" onClick={go}>Оплатить</Button><Kebab disabled={n === 2}><MenuItem onClick={go}>Копия</MenuItem></Kebab></td></tr>)}</tbody></table>
      <Paging activePage={page} pagesCount={9} onPageChange={setPage} />
      <div style={{margin: "14px 0"}}><div className="fold" onClick={() => setOpen(!open)}>{open ? "▾" : "▸"} Условия</div>{open && <p style={{margin: "6px 20px"}}>Оплата за пять дней, <Link href="#rule">правила</Link>.</p>}<div className="fold" onClick={go}>▸ Доставка</div></div>
      <Group width={420}><Input width="100%" placeholder="Номер счёта" /><Button use="primary" onClick={go}>Найти</Button></Group>
      <div className="row" style={{marginTop: 14}}>{tags.map(one => <Token key={one} onRemove={() => setTags(tags.filter(t => t !== one))}>{one}</Token>)}<Link onClick={go}>Добавить метку</Link></div>
      <FileUploader multiple /></div>
    <div style={{width: 540}}><div className="row"><span className="l">Вид</span><Select items={["оплата", "возврат"]} value={kind} onValueChange={setKind} width={160} /><Select items={["рубли", "юани"]} placeholder="Валюта" width={140} /></div>
      <div className="row"><span className="l">Кому</span><ComboBox getItems={async () => [{value: 1, label: "Лавка чая"}, {value: 2, label: "Пекарня"}]} value={firm} onValueChange={setFirm} width={310} /></div>
      <div className="row"><span className="l">Дата</span><DatePicker value={day} onValueChange={setDay} width={140} /><span>до</span><DateInput value="" width={130} /></div>
      <div className="row"><span className="l">Сумма</span><CurrencyInput value={sum} onValueChange={setSum} width={140} /><Hint text="Без копеек"><Link>?</Link></Hint></div>
      <div className="row"><span className="l">Период</span><Switcher items={["день", "месяц", "год"]} value={part} onValueChange={setPart} /></div>
      <div className="row"><span className="l">Отправка</span><RadioGroup items={["почтой", "курьером"]} value={way} onValueChange={setWay} inline /></div>
      <div className="row"><span className="l">Ещё</span><Checkbox {...tick("nds")}>С НДС</Checkbox><Checkbox {...tick("copy")}>Копию мне</Checkbox><Checkbox disabled>Срочно</Checkbox></div>
      <div className="row"><span className="l">Повтор</span><Toggle checked={on} onValueChange={setOn}>каждый месяц</Toggle></div>
      <div className="row"><span className="l">Получатели</span><TokenInput getItems={async () => []} selectedItems={["Ира", "Олег"]} renderToken={(one, props) => <Token key={one} {...props}>{one}</Token>} width={310} onValueChange={go} /></div>
      <div className="row"><span className="l">Пароль</span><PasswordInput value="" width={200} /></div>
      <Textarea placeholder="Комментарий" width={430} rows={2} />
      <div className="row" style={{marginTop: 14}}><Button use="primary" onClick={go}>Сохранить</Button><Button onClick={go}>Отмена</Button><Button disabled>Печать</Button></div></div></div></div>;
}
const style = document.createElement("style");
style.textContent = "body{font:14px sans-serif}.row{display:flex;gap:12px;align-items:center;margin-bottom:12px}.cols{display:flex;gap:36px}.l{width:90px;color:#777}table{width:100%;border-collapse:collapse;margin:12px 0}td,th{text-align:left;padding:6px;border-bottom:1px solid #eee}.fold{cursor:pointer;padding:4px}.sort{color:inherit}";
document.head.append(style);
document.documentElement.lang = "ru";
createRoot(document.querySelector("#root")).render(<Office />);
setTimeout(() => { document.body.dataset.ready = 1; }, 1500);
