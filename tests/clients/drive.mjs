// Drives a running or started server with one of the official TypeScript SDKs and tells what came.
//
//   node drive.mjs '{"sdk": "v1|v2", "era": "legacy|modern", "node_modules": ..., "page": ...,
//                    "command": [...], "cwd": ...  or  "url": ..., "token": ...}'
//
// Prints one JSON object; every check that fails is listed in `failed`.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const job = JSON.parse(process.argv[2]);
const require = createRequire(`${job.node_modules}/x.js`);
const load = (name) => import(pathToFileURL(require.resolve(name)).href);

const parts =
  job.sdk === "v1"
    ? {
        ...(await load("@modelcontextprotocol/sdk/client/index.js")),
        ...(await load("@modelcontextprotocol/sdk/client/stdio.js")),
        ...(await load("@modelcontextprotocol/sdk/client/streamableHttp.js")),
      }
    : {
        ...(await load("@modelcontextprotocol/client")),
        ...(await load("@modelcontextprotocol/client/stdio")),
      };
const { Client, StdioClientTransport, StreamableHTTPClientTransport } = parts;

const mode = job.era === "modern" ? { pin: "2026-07-28" } : "legacy";
const options = job.sdk === "v2" ? { versionNegotiation: { mode } } : {};
const client = new Client({ name: "clients-test", version: "1" }, options);
const failed = [];
const check = (what, isSo) => {
  if (!isSo) failed.push(what);
};
const transport = job.url
  ? new StreamableHTTPClientTransport(new URL(job.url), {
      requestInit: { headers: { Authorization: `Bearer ${job.token}` } },
    })
  : new StdioClientTransport({
      command: job.command[0],
      args: job.command.slice(1),
      cwd: job.cwd,
      env: process.env,
      stderr: "ignore",
    });
await client.connect(transport);

const call = (name, args) => client.callTool({ name, arguments: args });
const told = (answer) => JSON.parse(answer.content.find((b) => b.type === "text").text);

const { tools } = await client.listTools();
check("five tools", tools.map((t) => t.name).join() === "observe,interact,analyze,configure,generate");
const { prompts } = await client.listPrompts();
check("one prompt", prompts.length === 1);
const prompt = await client.getPrompt({ name: prompts[0].name });
check("the prompt has words", prompt.messages[0].content.text.length > 50);

const there = told(await call("interact", { what: "navigate", url: job.page }));
check("navigated", there.title === "Clients");
const seen = await call("observe", { what: "page", annotate_screenshot: true, map: "json" });
check("picture first", seen.content[0].type === "image" && seen.content[1].type === "text");
check("no structured content", seen.structuredContent === undefined);
const jpeg = Buffer.from(seen.content[0].data, "base64");
check("a JPEG", jpeg[0] === 0xff && jpeg[1] === 0xd8);
const links = seen.content.filter((b) => b.type === "resource_link");
check("two links", links.length === 2);
const listed = (await client.listResources()).resources.map((r) => r.uri);
for (const { uri } of links) {
  check(`${uri.split("/").at(-1)} is listed`, listed.includes(uri));
  const { contents } = await client.readResource({ uri });
  const isMarked = uri.endsWith("/marked");
  check("the resource is the picture", (contents[0].blob === seen.content[0].data) === isMarked);
}
let refused = "";
await client.readResource({ uri: "viewmark://picture/f_none/clean" }).catch((e) => (refused = e.message));
check("an unknown picture is refused in words", refused.includes("There is no picture"));

const map = told(seen);
const button = map.annotations.find((a) => a.name === "Go");
const clicked = told(await call("interact", { what: "click", label: button.label, frame_id: map.frame_id }));
check("hit", clicked.hit.ref === button.ref);
const wrong = await call("interact", { what: "click", label: 99, frame_id: map.frame_id });
check("an error is an error", wrong.isError === true);
check("with its code", wrong.content[0].text.includes('"error_code":"element_not_found"'));
const notes = [];
const waited = await client.callTool(
  { name: "interact", arguments: { what: "wait_for", text: "done" } },
  ...(job.sdk === "v1" ? [undefined, { onprogress: (p) => notes.push(p) }] : []),
);
check("waited", !waited.isError);
const many = await Promise.all(
  Array.from({ length: 20 }, () => call("observe", { what: "page" })),
);
check("twenty at once", many.every((a) => told(a).page.title === "Clients"));
const stop = new AbortController();
const waiting = client.callTool(
  { name: "interact", arguments: { what: "wait_for", selector: "#never", timeout_s: 60 } },
  ...(job.sdk === "v1" ? [undefined] : []),
  { signal: stop.signal },
);
setTimeout(() => stop.abort(), 300);
let cancelled = false;
await waiting.catch(() => (cancelled = true));
check("cancelled", cancelled);
check("answers after a cancellation", !(await call("observe", { what: "tabs" })).isError);
const instructions = client.getInstructions?.() ?? "";
check("instructions", instructions.includes("viewmark"));
const version = client.getNegotiatedProtocolVersion?.() ?? transport.protocolVersion ?? "";
if (job.url && transport.terminateSession && job.era !== "modern") await transport.terminateSession();
await client.close();
console.log(JSON.stringify({ failed, version, chars: JSON.stringify(tools).length }));
process.exit(failed.length > 0 ? 1 : 0);
