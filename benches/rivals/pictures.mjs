// Compares two PNG files with pixelmatch and odiff and prints one JSON object: the least and the
// median wall time in ms of `runs` comparisons, files to answer. odiff is a process each time, so
// its bare start is measured too.
// node pictures.mjs NODE_MODULES BEFORE AFTER RUNS

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { performance } from "node:perf_hooks";

const [folder, before, after, runs] = process.argv.slice(2);
const require = createRequire(`${folder}/`);
const { PNG } = require("pngjs");
const odiff = require("odiff-bin");
const { findBinary } = require("odiff-bin/binary.js");
const { default: pixelmatch } = await import(`${folder}/pixelmatch/index.js`);

/** @param {() => unknown} compare */
async function time(compare) {
  const taken = [];
  for (let run = -3; run < Number(runs); run++) {
    const start = performance.now();
    await compare();
    if (run >= 0) taken.push(performance.now() - start);
  }
  taken.sort((a, b) => a - b);
  return { least: taken[0], median: taken[taken.length >> 1] };
}

const read = (path) => PNG.sync.read(readFileSync(path));
const [a, b] = [read(before), read(after)];
const compared = () => pixelmatch(a.data, b.data, undefined, a.width, a.height, { threshold: 0.1 });
const scratch = mkdtempSync(`${tmpdir()}/odiff-`);
const options = { threshold: 0.1, antialiasing: true };
const byOdiff = () => odiff.compare(before, after, `${scratch}/out.png`, options);

const found = {
  pixelmatch: await time(() => {
    const [one, other] = [read(before), read(after)];
    pixelmatch(one.data, other.data, undefined, one.width, one.height, { threshold: 0.1 });
  }),
  "pixelmatch, decoded": await time(compared),
  odiff: await time(byOdiff),
  "odiff, started only": await time(() => spawnSync(findBinary(), ["--version"])),
};
const pixels = { pixelmatch: compared(), odiff: (await byOdiff()).diffCount };
console.log(JSON.stringify({ times: found, pixels }));
rmSync(scratch, { recursive: true });
