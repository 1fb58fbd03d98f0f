// Bundles a Svelte page where its packages lie: node smui_build.mjs SOURCE OUTPUT [STYLE]
import {readFile, writeFile} from "node:fs/promises";
import {compile, compileModule} from "svelte/compiler";
import {build, transform} from "esbuild";

const [, , source, outfile, style] = process.argv;
const svelte = {name: "svelte", setup(b) {
  b.onLoad({filter: /\.svelte$/}, async ({path}) => ({loader: "js", contents: compile(await readFile(path, "utf8"), {filename: path, css: "injected"}).js.code}));
  b.onLoad({filter: /\.svelte\.(js|ts)$/}, async ({path}) => {
    const {code} = await transform(await readFile(path, "utf8"), {loader: path.endsWith("ts") ? "ts" : "js"});
    return {loader: "js", contents: compileModule(code, {filename: path}).js.code};
  });
}};
const start = `import {mount} from "svelte"; import App from "./${source}"; ${style ? `import "${style}";` : ""}
mount(App, {target: document.querySelector("#root")}); document.body.dataset.ready = 1;`;
await build({stdin: {contents: start, resolveDir: process.cwd()}, bundle: true, outfile, format: "iife", conditions: ["svelte", "browser"], plugins: [svelte], logLevel: "error"});
