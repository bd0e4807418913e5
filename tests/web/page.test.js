// The page as a person meets it: in Chromium without a screen, with real keys, pointers, fingers, files and downloads.
//
//   PAGE=build-web/verlet-lab.html PROGRAM=build/src/verlet-lab node --test tests/web
//
// Places of things on the screen are read from its texts, and what is asked for is a property of what is seen there or
// of the file that comes out.

const assert = require('node:assert');
const {execFileSync} = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const {test, before, after} = require('node:test');
const {pathToFileURL} = require('node:url');
const puppeteer = require('puppeteer-core');

const address = pathToFileURL(path.resolve(process.env.PAGE)).href;
const program = path.resolve(process.env.PROGRAM);
const scenes = path.resolve(__dirname, '../../scenes');
const downloads = fs.mkdtempSync(path.join(os.tmpdir(), 'verlet-lab-page-'));

// Many times longer than anything takes here, so that it ends a test which hangs and judges no speed.
const patience = {timeout: 60000};
const options = {timeout: 180000};

let browser;

before(async () => {
  browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--force-color-profile=srgb'], // the superuser has no sandbox
  });
  const devtools = await browser.target().createCDPSession();
  await devtools.send('Browser.setDownloadBehavior', {behavior: 'allow', downloadPath: downloads});
});

after(async () => {
  await browser.close();
  fs.rmSync(downloads, {recursive: true});
});

// --- what a person does and sees ---

// Opens the page at `what`, such as "#cloth" or "?draw=memory", and waits for its first frame. `first` runs in the page
// before its own scripts.
async function open(what = '', size = {width: 1280, height: 720}, first = () => {}) {
  const page = await browser.newPage();
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(String(error)));
  page.on('error', (error) => page.faults.push(String(error)));
  await page.evaluateOnNewDocument(() => {
    window.texts = () => typeof _vl_web_texts === 'function' && Module.asm ? UTF8ToString(_vl_web_texts()) : '';
  });
  await page.evaluateOnNewDocument(first);
  await page.setViewport(size);
  await page.goto(address + what);
  await page.waitForFunction(() => document.getElementById('page').hidden && texts() !== '', patience)
    .catch(async (error) => {
      throw new Error(`${error.message}; ${await page.evaluate(() => document.body.innerText)}; ${page.faults}`);
    });
  return page;
}

async function close(page) {
  assert.deepStrictEqual(page.faults, []);
  await page.close();
}

const textsOf = (page) => page.evaluate(() => texts());

// Where a text is broken into lines, there is no space.
async function waitFor(page, text) {
  await page.waitForFunction((wanted) => texts().replaceAll(' ', '').includes(wanted), patience, text.replaceAll(' ', ''))
    .catch(async () => assert.fail(`"${text}" is not shown; there is: ${await textsOf(page)}`));
}

async function waitForNo(page, text) {
  await page.waitForFunction((unwanted) => !texts().includes(unwanted), patience, text);
}

// chord(page, 'Control', 'Shift', 'x'): presses the last key while the others are held
async function chord(page, ...keys) {
  for (const key of keys.slice(0, -1)) await page.keyboard.down(key);
  await page.keyboard.press(keys.at(-1), {delay: 30});
  for (const key of keys.slice(0, -1).reverse()) await page.keyboard.up(key);
}

// A command is found by its words.
async function command(page, words) {
  await chord(page, 'Control', 'k');
  await page.keyboard.type(words);
  await chord(page, 'Enter');
}

async function drop(page, ...files) {
  const session = await page.createCDPSession();
  const data = {items: [], files, dragOperationsMask: 1};
  for (const type of ['dragEnter', 'dragOver', 'drop'])
    await session.send('Input.dispatchDragEvent', {type, x: 640, y: 360, data});
}

async function downloaded(name) {
  const file = path.join(downloads, name);
  for (const end = Date.now() + patience.timeout; !fs.existsSync(file); ) {
    assert.ok(Date.now() < end, `${name} is not downloaded; there is ${fs.readdirSync(downloads)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return file;
}

// The place of the particle whose numbers stand under the formula while a pointer rests on that, m.
async function particle(page) {
  await page.mouse.move(60, 100, {steps: 2}); // where it lies still nobody reads
  await waitFor(page, 'x = (');
  const found = /x = \(([−0-9.]+), ([−0-9.]+)\) m/.exec(await textsOf(page));
  assert.ok(found, await textsOf(page));
  return found.slice(1).map((number) => Number(number.replace('−', '-')));
}

const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

function write(name, text) {
  const file = path.join(downloads, name);
  fs.writeFileSync(file, text);
  return file;
}

// A large ball in the middle of the view, where nothing moves it.
const ball = `format: 1
title: One ball
timestep: frame
gravity: [0, 0]
view: {center: [0, 0], height: 3}
particles: [{at: [0, 0], mass: 1, radius: 0.5}]
`;

// --- the page ---

test('the opening compares two methods without a key', options, async () => {
  const page = await open();
  await waitFor(page, 'Verlet');
  await waitFor(page, 'TCV');
  await waitFor(page, 'energy error');
  // after the jump at 6 s Verlet has gained energy, and TCV has not
  await page.waitForFunction(() => /Verlet\+[1-9][0-9]{2} %TCV\+0\.[0-9]+ %/.test(texts()), patience);
  await close(page);
});

test('every shipped scene opens by its address', options, async () => {
  const names = fs.readFileSync(path.join(scenes, 'order.txt'), 'utf8').match(/^[a-z][-a-z]*$/gm);
  assert.ok(names.length > 30);
  const page = await open();
  for (const name of names) {
    await page.evaluate((hash) => { location.hash = hash; }, name);
    await waitFor(page, titleOf(name));
  }
  await close(page);
});

const titleOf = (name) => /^title: *"?(.*?)"?$/m.exec(fs.readFileSync(path.join(scenes, `${name}.yaml`), 'utf8'))[1];

// The page contains the whole program, so that it can be given the arguments of a command line.
async function outputOf(commandLine) {
  const page = await browser.newPage();
  await page.evaluateOnNewDocument((words) => {
    let settings;
    window.printed = [];
    Object.defineProperty(window, 'Module', {
      get: () => settings,
      set: (value) => {
        if (settings) return;
        settings = value;
        settings.print = (line) => window.printed.push(line);
        // emscripten calls the first of them last
        settings.preRun.unshift(() => settings.arguments.splice(0, Infinity, ...words));
        settings.postRun = [() => { window.done = true; }];
      },
    });
  }, commandLine);
  await page.goto(address);
  await page.waitForFunction(() => window.done, {timeout: 120000});
  const lines = await page.evaluate(() => window.printed);
  await page.close();
  return lines.map((line) => line.trim());
}

test('the browser computes the bits of the program, in all scenes under all methods', {timeout: 1200000}, async () => {
  const names = fs.readFileSync(path.join(scenes, 'order.txt'), 'utf8').match(/^[a-z][-a-z]*$/gm);
  const words = ['--integrator', 'all', '--dt', 'fixed:0.016666666666666666', '--steps', '20', '--hash'];
  for (const name of names) {
    const wanted = execFileSync(program, ['run', path.join(scenes, `${name}.yaml`), ...words], {encoding: 'utf8', stdio: 'pipe'});
    const lines = wanted.trim().split('\n').map((line) => line.trim());
    assert.ok(lines.length > 10, wanted);
    assert.deepStrictEqual(await outputOf(['run', name, ...words]), lines, name);
  }
});

test('loading the page again keeps the scene of its address', options, async () => {
  const page = await open('#cloth');
  const title = titleOf('cloth');
  await waitFor(page, title);
  await page.reload();
  await page.waitForFunction(() => document.getElementById('page').hidden, patience);
  await waitFor(page, title);
  await close(page);
});

// What opens without a name has none. A file that the page does not contain cannot be opened by an address.
test('the address follows the scene that is chosen', options, async () => {
  const order = fs.readFileSync(path.join(scenes, 'order.txt'), 'utf8').match(/^[a-z][-a-z]*$/gm);
  const page = await open();
  const isAt = (hash) => page.waitForFunction((wanted) => location.hash === wanted, patience, hash);
  await isAt('');
  await chord(page, 'PageDown');
  await isAt(`#${order[order.indexOf('opening') + 1]}`);
  await page.evaluate(() => { location.hash = 'late-frame.rec'; });
  await waitFor(page, 'recording');
  await isAt('#late-frame.rec');
  await drop(page, write('mine.yaml', ball));
  await waitFor(page, 'One ball');
  await isAt('');
  await close(page);
});

// The browser ends full screen by itself, too; the next key then begins it again.
test('F11 fills the screen and leaves it', options, async () => {
  const page = await open();
  const fills = (wanted) => page.waitForFunction((full) => !!document.fullscreenElement === full, patience, wanted);
  for (let i = 0; i < 2; i++) {
    await chord(page, 'F11');
    await fills(true);
    await page.evaluate(() => document.exitFullscreen());
    await fills(false);
  }
  await chord(page, 'F11');
  await fills(true);
  await chord(page, 'F11');
  await fills(false);
  await close(page);
});

// Frames while the browser prepares the program are not time of the scene, and the strip tells of them.
// A fast machine has none that are late, so that the first five are held up here. The frames after them are short.
test('the late frames of the start are taken off', options, async () => {
  const page = await open('?draw=memory#pendulum', undefined, () => {
    const put = CanvasRenderingContext2D.prototype.putImageData;
    let late = 5;
    CanvasRenderingContext2D.prototype.putImageData = function (...pixels) {
      for (const end = performance.now() + 100; late > 0 && performance.now() < end; );
      late--;
      put.apply(this, pixels);
      window.told = window.told || /the program stalled [0-9.]+ ms/.test(texts());
    };
  });
  await page.waitForFunction(() => window.told, patience)
    .catch(async () => assert.fail(await textsOf(page)));
  await close(page);
});

// At the start and while a scene runs, which goes on. A percent sign alone is no character of an address.
test('an unknown scene in the address is told', options, async () => {
  const toldOf = async (page, name) => {
    await page.waitForFunction((wanted) => {
      const message = document.getElementById('message');
      return !message.hidden && message.textContent.includes(`"${wanted}"`);
    }, patience, name);
  };
  for (const [first, second] of [['no-such-scene', '%'], ['100%', '../x']]) {
    const page = await open(`#${first}`);
    await toldOf(page, first);
    await page.evaluate((hash) => { location.hash = hash; }, second);
    await toldOf(page, second);
    await page.evaluate(() => { location.hash = 'Cloth.yaml'; });
    await waitFor(page, titleOf('cloth'));
    await close(page);
  }
});

test('an error beside the program does not end it, and a lost graphics processor is told', options, async () => {
  const page = await open('?draw=graphics#pendulum');
  await page.evaluate(() => { setTimeout(() => { throw new Error('of an extension'); }); });
  await page.waitForFunction(() => /of an extension|Script error/.test(document.getElementById('message').textContent), patience);
  assert.ok(await page.$eval('#page', (element) => element.hidden));
  await page.evaluate(() => (Module.canvas.getContext('webgl2') || Module.canvas.getContext('webgl'))
    .getExtension('WEBGL_lose_context').loseContext());
  await page.waitForFunction(() => /taken away/.test(document.getElementById('state').textContent), patience);
  await page.close();
});

const torn = {
  'misses a part of its code': (whole, code) => whole.slice(0, code) + whole.slice(code + 100000),
  'ends in its code': (whole, code) => whole.slice(0, code),
  'ends in its script': (whole) => whole.slice(0, whole.indexOf('id="licence-texts"') - 1000),
  'misses a part of its script': (whole) => {
    const end = whole.indexOf('id="licence-texts"');
    return whole.slice(0, end - 1000) + whole.slice(end - 700);
  },
};

for (const [name, tear] of Object.entries(torn)) {
  test(`a file that ${name} says so, and what browser it needs`, options, async () => {
    const whole = fs.readFileSync(process.env.PAGE, 'utf8');
    const page = await browser.newPage();
    await page.goto(pathToFileURL(write('torn.html', tear(whole, whole.indexOf('id="code">') + 100000))).href);
    await page.waitForFunction(() => /cannot start/.test(document.getElementById('state').textContent), patience);
    assert.match(await page.$eval('#advice', (element) => element.textContent), /Firefox 113/);
    await page.close();
  });
}

test('a file that ends in its first script says so', options, async () => {
  const whole = fs.readFileSync(process.env.PAGE, 'utf8');
  const page = await browser.newPage();
  await page.goto(pathToFileURL(write('torn.html', whole.slice(0, whole.indexOf('function fail(')))).href);
  await page.waitForFunction(() => /cannot start/.test(document.getElementById('state').textContent), patience);
  await page.close();
});

// They are told what the program needs by it.
test('old browsers can read the script around the program', options, () => {
  const shell = fs.readFileSync(path.join(__dirname, '../../web/shell.html'), 'utf8');
  const scripts = shell.match(/<script>[^]*?<\/script>/g).join('').replace(/\/\/ .*$/gm, '').replace(/'[^'\n]*'/g, '');
  assert.ok(scripts.includes('function fail('));
  assert.doesNotMatch(scripts, /=>|`|\b(async|await|let|const|class)\b/);
});

const moves = {
  async mouse(page, x, y) {
    await page.mouse.move(640, 330);
    await page.mouse.down();
    await page.mouse.move(640 + x, 330 + y, {steps: 5});
    await page.mouse.up();
  },
  async finger(page, x, y) {
    await page.touchscreen.touchStart(640, 330);
    for (let i = 1; i <= 5; i++) await page.touchscreen.touchMove(640 + i * x / 5, 330 + i * y / 5);
    await page.touchscreen.touchEnd();
  },
};

for (const [name, move] of Object.entries(moves)) {
  test(`a ${name} drags a particle`, options, async () => {
    const page = await open();
    await drop(page, write(`${name}.yaml`, ball));
    await waitFor(page, 'One ball');
    await chord(page, 'Space');
    await chord(page, '.'); // a step tells where it began
    const before = await particle(page);
    await move(page, 100, 40);
    await waitForNo(page, 'x = (');
    await chord(page, '.');
    const after = await particle(page);
    assert.ok(after[0] > before[0] + 0.1 && after[1] < before[1] - 0.03, `${before} ${after}`); // y goes up
    await close(page);
  });
}

test('keys act as they do in a window', options, async () => {
  const page = await open('#ball-on-string');
  await chord(page, 'Shift', '7'); // a lane with another method
  await waitFor(page, 'Leapfrog');
  await chord(page, 'F1');
  await waitFor(page, 'Keys');
  await chord(page, 'Escape');
  await chord(page, 'Control', 'k');
  await page.keyboard.type('scissors');
  await waitFor(page, 'scissors: cut links');
  await close(page);
});

test('a scene that is dropped opens, and a broken one is told with line and column', options, async () => {
  const page = await open();
  await drop(page, path.join(scenes, 'rope-bridge.yaml'));
  await waitFor(page, titleOf('rope-bridge'));
  await drop(page, write('broken.yaml', 'format: 1\ngravity: down\n'));
  await waitFor(page, 'broken.yaml:2:10');
  await close(page);
});

test('a scene that is saved is downloaded, and the program reads it', options, async () => {
  const page = await open('#pendulum');
  await command(page, 'new scene file');
  await waitFor(page, 'pendulum-saved.yaml in the downloads of the browser');
  const file = await downloaded('pendulum-saved.yaml');
  assert.match(fs.readFileSync(file, 'utf8'), /^title: Pendulum$/m);
  execFileSync(program, ['check', file]); // fails where the file is no scene
  await close(page);
});

test('a picture is downloaded in the size of the page', options, async () => {
  const page = await open('#orbit', {width: 900, height: 650});
  await command(page, 'picture of the window');
  const bytes = fs.readFileSync(await downloaded('verlet-lab.png'));
  assert.strictEqual(bytes.toString('latin1', 1, 4), 'PNG');
  assert.deepStrictEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [900, 650]);
  await close(page);
});

test('a frame can be heard', options, async () => {
  const page = await open('#oscillator', undefined, () => {
    window.clicks = [];
    const start = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (when) {
      window.clicks.push(when);
      start.call(this, when);
    };
  });
  await command(page, 'tick');
  await page.keyboard.press('Space'); // behind the question that may hold it
  await page.waitForFunction(() => window.clicks.length >= 10, patience);
  const clicks = await page.evaluate(() => window.clicks);
  const apart = clicks.slice(1).map((when, i) => when - clicks[i]);
  assert.ok(apart.some((gap) => Math.abs(gap - 0.1) < 1e-6), String(apart)); // the steps of this scene
  await close(page);
});

test('the canvas has the pixels of the window, also of a fine display, and follows it', options, async () => {
  const page = await open();
  for (const [width, height, deviceScaleFactor] of [[800, 600, 1], [1366, 768, 1], [640, 900, 2], [320, 240, 1]]) {
    await page.setViewport({width, height, deviceScaleFactor});
    await page.waitForFunction((w, h) => Module.canvas.width === w && Module.canvas.height === h, patience,
      width * deviceScaleFactor, height * deviceScaleFactor);
  }
  await close(page);
});

// Letters and lines are smoothed a little differently; a thing that is missing or elsewhere is not so small. 8 of 255
// is a difference that nobody sees, and what is smoothed differently is less than a hundredth of the pixels.
test('a graphics processor draws what the program draws by itself', options, async () => {
  const pictures = [];
  for (const way of ['memory', 'graphics']) {
    const page = await open(`?draw=${way}#pendulum`);
    await chord(page, 'Space');
    await chord(page, 'r');
    await new Promise((resolve) => setTimeout(resolve, 6000)); // notices are gone then
    pictures.push(await page.screenshot({encoding: 'base64'}));
    await close(page);
  }
  const page = await browser.newPage();
  const part = await page.evaluate(async (all) => {
    const data = await Promise.all(all.map(async (picture) => {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context.drawImage(bitmap, 0, 0);
      return context.getImageData(0, 0, bitmap.width, bitmap.height).data;
    }));
    let off = 0;
    for (let i = 0; i < data[0].length; i++) off += Math.abs(data[0][i] - data[1][i]) > 8;
    return off / data[0].length;
  }, pictures);
  console.log(`  ${(100 * part).toFixed(2)} % of the values differ`);
  assert.ok(part < 0.01, `${part}`);
  await page.close();
});

test('a scene whose step would take minutes is refused', options, async () => {
  const page = await open();
  await drop(page, write('long.yaml', `format: 1
title: Long
integrator: tcv
gravity: [0, -9.81]
solver: {method: relax, iterations: 10000, substeps: 64}
chains: [{from: [0, 0], to: [10, 0], links: 10000, mass: 1, pin: start}]
`));
  await waitFor(page, 'a frame takes about');
  await close(page);
});

const endedWith = (page, wanted) => page.waitForFunction((text) =>
  /has ended/.test(document.getElementById('state').textContent) &&
  !document.getElementById('page').hidden &&
  document.getElementById('message').textContent.includes(text), patience, wanted);

test('a fault in a frame ends the program, and is told', options, async () => {
  const page = await open('?draw=memory#pendulum');
  await page.evaluate(() => {
    CanvasRenderingContext2D.prototype.putImageData = () => { throw new WebAssembly.RuntimeError('for a test'); };
  });
  await endedWith(page, 'for a test');
  await page.close();
});

test('the end of memory is told', options, async () => {
  const page = await open();
  await drop(page, write('big.yaml', `format: 1
title: Big
gravity: [0, -9.81]
cloths: [{origin: [0, 0], along: [1, 0], down: [0, -1], columns: 1090, rows: 1090, mass: 1}]
`));
  await endedWith(page, 'out of memory');
  await page.close();
});

test('the program ends by its command, and says so', options, async () => {
  const page = await open();
  await command(page, 'leave the program');
  await page.waitForFunction(() => /has ended/.test(document.getElementById('state').textContent), patience);
  await close(page);
});

test('the licences of all parts are in the page', options, async () => {
  const page = await browser.newPage();
  await page.goto(`${address}#licences`);
  const text = await page.$eval('#licences', (element) => element.innerText);
  for (const part of ['zlib', 'libpng', 'libyaml', 'freetype', 'sdl2', 'sdl2-yuv2rgb', 'sdl2-ttf', 'amd', 'musl', 'emscripten', 'DejaVu Sans'])
    assert.ok(text.includes(`---------- ${part} ----------`), part);
  await page.evaluate(() => { location.hash = 'cloth'; });
  await page.waitForFunction(() => document.getElementById('page').hidden && !document.getElementById('licences'), patience);
  await page.close();
});
