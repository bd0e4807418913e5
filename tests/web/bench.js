// The size of the page, how long it takes to its first frame, and the computing time of a frame in the page and in the
// window of the program, in turns. The page is in Chromium without a screen, the window on a virtual one, and both draw
// into memory.
//
//   PAGE=… PROGRAM=… tools/with-display.sh node tests/web/bench.js

const {spawn} = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const {pathToFileURL} = require('node:url');
const zlib = require('node:zlib');
const puppeteer = require('puppeteer-core');

const address = pathToFileURL(path.resolve(process.env.PAGE)).href;
const program = path.resolve(process.env.PROGRAM);
const scenes = ['opening', 'ball-on-string', 'rope', 'cloth', 'draped-sheet'];
const rounds = 3, warmup = 2000, span = 5000; // ms
const limits = {megabytes: 4, start: 1500, ratio: 1.5};

const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));
const median = (values) => values.slice().sort((a, b) => a - b)[values.length >> 1];

async function open(browser, what) {
  const page = await browser.newPage();
  await page.setViewport({width: 1280, height: 720});
  await page.evaluateOnNewDocument(() => { // what a frame computes is what it does until it returns
    const request = window.requestAnimationFrame.bind(window);
    window.works = [];
    window.requestAnimationFrame = (call) => request((time) => {
      const begun = performance.now();
      call(time);
      window.works.push(performance.now() - begun);
    });
  });
  const begun = Date.now();
  await page.goto(address + what);
  await page.waitForFunction(() => window.works.length > 0, {timeout: 60000});
  page.start = Date.now() - begun;
  return page;
}

// ms a frame, in the mean: a single time is known to a tenth of a millisecond only
async function inPage(browser, scene) {
  const page = await open(browser, `?draw=memory#${scene}`);
  await wait(warmup);
  await page.evaluate(() => { window.works.length = 0; });
  await wait(span);
  const works = await page.evaluate(() => window.works);
  await page.close();
  return works.reduce((sum, work) => sum + work, 0) / works.length;
}

// ms of computing time of the process so far; Linux counts in hundredths of a second
function spent(id) {
  const parts = fs.readFileSync(`/proc/${id}/stat`, 'utf8').replace(/.*\) /, '').split(' ');
  return 10 * (Number(parts[11]) + Number(parts[12]));
}

async function runWindow(scene, record, during) {
  const child = spawn(program, [scene, '--record', record], {stdio: 'ignore'});
  await wait(warmup);
  const result = await during(child.pid);
  const ended = new Promise((resolve) => child.on('exit', resolve));
  child.kill();
  await ended;
  return result;
}

// Frames a second of the window, from a recording of their lengths; its beginning is left out. The scene takes these as
// its steps, also where it has others of its own.
async function rateOfWindow(scene) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'verlet-lab-bench-'));
  const file = path.join(folder, 'rate.rec'), copy = path.join(folder, 'copy.yaml');
  const text = fs.readFileSync(path.join(__dirname, `../../scenes/${scene}.yaml`), 'utf8');
  fs.writeFileSync(copy, text.replace(/^timestep: .*$/m, 'timestep: frame'));
  await runWindow(copy, file, () => wait(span));
  const lengths = fs.readFileSync(file, 'utf8').split('\n').filter((line) => line.startsWith('frame '))
    .map((line) => Number(line.split(' ')[1])).slice(60);
  fs.rmSync(folder, {recursive: true});
  if (lengths.length === 0) throw new Error(`${scene}: the window has recorded no frames, expected ${span} ms of them`);
  return lengths.length / lengths.reduce((sum, length) => sum + length, 0);
}

// ms of computing time a frame; what is measured is not recorded, as the page records nothing
async function inWindow(scene, rate) {
  const work = await runWindow(scene, 'off', async (id) => {
    const before = spent(id);
    await wait(span);
    return spent(id) - before;
  });
  return work / (span / 1000 * rate);
}

const verdict = (value, limit) => value <= limit ? 'reached' : `missed by ${(100 * (value / limit - 1)).toFixed(0)} %`;

(async () => {
  const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  const bytes = fs.readFileSync(process.env.PAGE);
  const size = bytes.length / 1e6;
  console.log(`size        ${size.toFixed(2)} MB of ${limits.megabytes}: ${verdict(size, limits.megabytes)}; ` +
    `compressed ${(zlib.gzipSync(bytes).length / 1e6).toFixed(2)} MB`);

  const starts = [];
  for (let i = 0; i < 2 * rounds + 1; i++) {
    const page = await open(browser, '');
    starts.push(page.start);
    await page.close();
  }
  const start = median(starts);
  console.log(`first frame ${start} ms of ${limits.start}, the median of ${starts.length}: ${verdict(start, limits.start)}`);

  console.log('\ncomputing time of a frame, ms      page   window   ratio');
  for (const scene of scenes) {
    const pages = [], windows = [], rate = await rateOfWindow(scene);
    for (let i = 0; i < rounds; i++) {
      pages.push(await inPage(browser, scene));
      windows.push(await inWindow(scene, rate));
    }
    const page = median(pages), window = median(windows), ratio = page / window;
    console.log(`${scene.padEnd(30)}${page.toFixed(2).padStart(9)}${window.toFixed(2).padStart(9)}` +
      `${ratio.toFixed(2).padStart(8)}  of ${limits.ratio}: ${verdict(ratio, limits.ratio)}; ${rate.toFixed(1)} frames/s in the window`);
  }
  await browser.close();
})();
