import {createApp} from "vue";
import {plugin, defaultConfig} from "@formkit/vue";
import {genesisIcons} from "@formkit/icons";
import "@formkit/themes/genesis";

const App = {template: `<div class=page><h1>Open an account</h1>
<FormKit type="form" id="account" novalidate submit-label="Open account" :value="start" #default="{value}">
<div class=two><FormKit type="text" name="name" label="Full name" validation="required|length:3" help="As on the bill" /><FormKit type="email" name="mail" label="Mail" validation="required|email" prefix-icon="email" /></div>
<div class=two><FormKit type="password" name="word" label="Password" validation="required|length:8" prefix-icon="password" suffix-icon="eyeClosed" @suffix-icon-click="show" /><FormKit type="password" name="word_confirm" label="Password again" validation="required|confirm" /></div>
<div class=two><FormKit type="select" name="land" label="Country" placeholder="Choose one" :options="['Norway', 'Peru', 'Egypt']" validation="required" /><FormKit type="date" name="day" label="Born on" validation="required|date_before:2008-01-01" /></div>
<div class=two><FormKit type="radio" name="pay" label="Paid by" :options="{card: 'Card', bill: 'Bill', cash: 'At the shop'}" validation="required" /><FormKit type="checkbox" name="mailing" label="Letters about" :options="['Teas', 'Pots', 'Offers']" validation="min:1" /></div>
<div class=two><FormKit type="range" name="cups" label="Cups a day" min="0" max="12" help="About" /><FormKit type="file" name="paper" label="Proof of address" accept=".pdf" multiple="true" /></div>
<FormKit type="textarea" name="note" label="Notes" rows="2" validation="length:0,20" />
<FormKit type="checkbox" name="terms" label="I agree to the terms" validation="accepted" />
</FormKit></div>`,
  data: () => ({start: {name: "Al", mail: "ann@", word: "short", land: "", cups: 4, mailing: ["Pots"], note: "Please do not ring the bell before nine"}}),
  methods: {show(node) { node.props.suffixIcon = node.props.suffixIcon === "eye" ? "eyeClosed" : "eye"; node.props.type = node.props.type === "password" ? "text" : "password"; }}};
const style = document.createElement("style");
style.textContent = ".page{max-width:860px;margin:8px auto;font-family:sans-serif}h1{font-size:20px;margin:0 0 6px}.two{display:grid;grid-template-columns:1fr 1fr;gap:0 24px}.formkit-outer{margin-bottom:6px!important}";
document.head.append(style);
createApp(App).use(plugin, defaultConfig({icons: genesisIcons})).mount("#root");
document.body.dataset.ready = 1;
