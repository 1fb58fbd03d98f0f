import {createApp, ref} from "vue";
import * as kit from "reka-ui";

const style = document.createElement("style");
style.textContent = `
body { font: 14px sans-serif; color: #223; } .page { padding: 16px; height: 800px; box-sizing: border-box; overflow: hidden; }
button { font: inherit; border: 1px solid #bbc; background: #fff; border-radius: 4px; padding: 4px 10px; } button[data-state=on], button[data-state=active] { background: #dde; }
.over { position: fixed; inset: 0; background: #0006; } .box { position: fixed; left: 390px; top: 60px; width: 500px; background: #fff; border-radius: 8px; padding: 20px; box-sizing: border-box; }
.row { display: flex; gap: 8px; align-items: center; margin: 12px 0; } .check, .radio { width: 18px; height: 18px; padding: 0; } .radio { border-radius: 9px; }
.switch { width: 40px; height: 22px; border-radius: 11px; padding: 1px; text-align: left; background: #ccc; } .switch[data-state=checked] { background: #36c; text-align: right; } .thumb { display: inline-block; width: 18px; height: 18px; border-radius: 9px; background: #fff; }
.slider { position: relative; display: flex; align-items: center; width: 200px; height: 20px; } .track { position: relative; flex: 1; height: 4px; background: #ccd; } .range { position: absolute; height: 4px; background: #36c; } .knob { width: 16px; height: 16px; border-radius: 8px; background: #36c; }
input { font: inherit; padding: 4px 6px; border: 1px solid #bbc; border-radius: 4px; } .pin { width: 24px; text-align: center; } .tag { background: #eef; border-radius: 4px; padding: 2px 2px 2px 8px; display: inline-flex; gap: 4px; } .tag button { border: 0; background: none; padding: 0 4px; }
.tags { display: flex; gap: 6px; border: 1px solid #bbc; border-radius: 4px; padding: 4px; } .tags input { border: 0; width: 90px; }`;
document.head.append(style);
const Page = {
  components: kit,
  setup: () => ({open: ref(true), tab: ref("who"), day: ref("fri"), meal: ref("fish"), away: ref(false), many: ref([4]), tags: ref(["nuts", "milk"]), guests: ref(3), at: ref(["music"]), fold: ref("how")}),
  template: `<div class=page><h2>Tables of the inn</h2><p><a href="#today">Today</a> <a href="#week">This week</a> <button>New booking</button></p><p>Eleven are free this evening.</p>
<DialogRoot v-model:open="open"><DialogPortal><DialogOverlay class=over /><DialogContent class=box>
<div class=row style="margin-top:0"><DialogTitle style="margin:0;flex:1;font-size:18px">Book a table</DialogTitle><DialogClose aria-label="Close">✕</DialogClose></div><DialogDescription>For the evening, from six on.</DialogDescription>
<TabsRoot v-model="tab"><TabsList class=row><TabsTrigger value=who>Guests</TabsTrigger><TabsTrigger value=what>Meal</TabsTrigger><TabsTrigger value=pay disabled>Payment</TabsTrigger></TabsList></TabsRoot>
<div class=row><label for=name>Name</label><input id=name value="Flo"><NumberFieldRoot v-model="guests" :min=1 class=row style="margin:0"><Label>Guests</Label><NumberFieldDecrement>−</NumberFieldDecrement><NumberFieldInput style="width:40px" /><NumberFieldIncrement>+</NumberFieldIncrement></NumberFieldRoot></div>
<ToggleGroupRoot v-model="day" type=single class=row><ToggleGroupItem v-for="d in ['thu','fri','sat','sun']" :value="d">{{d}}</ToggleGroupItem></ToggleGroupRoot>
<RadioGroupRoot v-model="meal" class=row><template v-for="m in ['fish','soup','roots']"><RadioGroupItem class=radio :id="m" :value="m"><RadioGroupIndicator>•</RadioGroupIndicator></RadioGroupItem><label :for="m">{{m}}</label></template></RadioGroupRoot>
<CheckboxGroupRoot v-model="at" class=row><template v-for="m in ['music','window','dog']"><CheckboxRoot class=check :id="m" :value="m"><CheckboxIndicator>✓</CheckboxIndicator></CheckboxRoot><label :for="m">{{m}}</label></template></CheckboxGroupRoot>
<div class=row><SwitchRoot id=away v-model="away" class=switch><SwitchThumb class=thumb /></SwitchRoot><label for=away>Take away</label><SelectRoot default-value=a><SelectTrigger aria-label="Room" style="margin-left:auto"><SelectValue /> ▾</SelectTrigger><SelectPortal><SelectContent><SelectItem value=a><SelectItemText>Garden room</SelectItemText></SelectItem><SelectItem value=b><SelectItemText>Hall</SelectItemText></SelectItem></SelectContent></SelectPortal></SelectRoot></div>
<div class=row><span>Hours</span><SliderRoot v-model="many" :max=8 class=slider><SliderTrack class=track><SliderRange class=range /></SliderTrack><SliderThumb class=knob aria-label=Hours /></SliderRoot></div>
<TagsInputRoot v-model="tags" class=tags><TagsInputItem v-for="t in tags" :value="t" class=tag><TagsInputItemText /><TagsInputItemDelete>✕</TagsInputItemDelete></TagsInputItem><TagsInputInput placeholder="Keep out" /></TagsInputRoot>
<PinInputRoot class=row><span>Code</span><PinInputInput v-for="(n, i) in 4" :index="i" class=pin /></PinInputRoot>
<AccordionRoot v-model="fold" type=single collapsible><AccordionItem v-for="(w, k) in {how: 'How to come', pay: 'When to pay'}" :value="k"><AccordionHeader style="margin:0"><AccordionTrigger style="width:100%;text-align:left;border-width:0 0 1px">{{w}}</AccordionTrigger></AccordionHeader><AccordionContent>By boat, <a href="#boat">see the times</a>.</AccordionContent></AccordionItem></AccordionRoot>
<div class=row style="justify-content:end;margin-bottom:0"><DialogClose>Not now</DialogClose><button style="background:#36c;color:#fff">Book</button></div>
</DialogContent></DialogPortal></DialogRoot></div>`,
};
createApp(Page).mount("#root");
setTimeout(() => { document.body.dataset.ready = 1; }, 1200);
