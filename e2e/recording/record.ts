/**
 * `npm run recording`: writes `docs/recording.webp`. In a copy of the workspace it changes a text of the marketplace,
 * deploys it, gives it to a canary and rolls back, with the real commands, and films the terminal beside the app.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { chromiumFlags, chromiumPath } from '@slipway/repo/bootstrap/chromium.mjs';
import sharp from 'sharp';

const root = join(import.meta.dirname, '../..');
const origin = 'http://127.0.0.1:4200';
const run = promisify(execFile);

/** A copy of the tracked files, so that the recording changes nothing here. */
function copyWorkspace(): string {
  const copy = mkdtempSync(join(tmpdir(), 'slipway-recording-'));
  const tracked = execFileSync('git', ['ls-files', '-z', '--', ':!docs/screens'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of tracked.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

const env = { ...process.env, NX_DAEMON: 'false', SLIPWAY_AUTHOR: 'ada@slipway.example', NO_COLOR: '1' };

/** Starts the server of `npm start` in the copy and waits for it. @throws when it ends or is not ready in five minutes */
async function startServer(folder: string): Promise<ChildProcess> {
  const server = spawn('npx', ['tsx', 'tools/local/src/start.ts'], {
    cwd: folder,
    env,
    stdio: 'inherit',
  });
  const deadline = Date.now() + 300_000;
  for (;;) {
    if (server.exitCode !== null) throw new Error('The local server ended: is port 4200 in use?');
    if (Date.now() > deadline) throw new Error('The local server was not ready in five minutes');
    const isReady = await fetch(`${origin}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return server;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

const folder = copyWorkspace();
const server = await startServer(folder);
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
try {
  const app = await browser.newPage({ viewport: { width: 900, height: 906 }, reducedMotion: 'reduce' });
  const stage = await browser.newPage({ viewport: { width: 1200, height: 620 } });
  await stage.goto(pathToFileURL(join(import.meta.dirname, 'stage.html')).href);

  const frames: { picture: Buffer; milliseconds: number }[] = [];
  const lines: { text: string; kind: 'command' | 'comment' | 'output' }[] = [];

  const film = async (milliseconds: number) => {
    const picture = `data:image/png;base64,${(await app.screenshot()).toString('base64')}`;
    await stage.evaluate(
      async ([shown, source]) => {
        const terminal = document.getElementById('terminal');
        terminal?.replaceChildren(
          ...shown.slice(-24).map(({ text, kind }) => {
            const line = document.createElement('span');
            line.className = kind;
            line.textContent = `${text}\n`;
            return line;
          }),
        );
        const image = document.getElementById('app') as HTMLImageElement;
        image.src = source;
        await image.decode();
      },
      [lines, picture] as const,
    );
    frames.push({ picture: await stage.screenshot(), milliseconds });
  };

  const say = async (text: string) => {
    lines.push({ text: '', kind: 'output' }, { text: `# ${text}`, kind: 'comment' });
    await film(1_500);
  };
  const type = async (command: string) => {
    lines.push({ text: `$ ${command}`, kind: 'command' });
    await film(1_000);
    // Arguments in quotes stay together, as in a shell.
    const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    const { stdout } = await run(words[0] ?? '', words.slice(1), { cwd: folder, env });
    lines.push(
      ...stdout
        .trimEnd()
        .split('\n')
        .map((text) => ({ text, kind: 'output' as const })),
    );
  };
  const openApp = async () => {
    await app.goto(`${origin}/marketplace`, { waitUntil: 'networkidle' });
    await film(2_500);
  };

  const messages = join(folder, 'apps/marketplace/src/messages.ts');
  const original = readFileSync(messages, 'utf8');
  const edit = async (key: string, from: string, to: string) => {
    const line = `  ${key}: '${from}',`;
    const source = readFileSync(messages, 'utf8');
    if (!source.includes(line)) throw new Error(`${messages} has no line ${line}: change this recording`);
    writeFileSync(messages, source.replace(line, `  ${key}: '${to}',`));
    lines.push({ text: `-${line}`, kind: 'output' }, { text: `+  ${key}: '${to}',`, kind: 'output' });
    await film(2_000);
  };
  const description = /^ {2}description: '(.+)',$/m.exec(original)?.[1];
  if (!description) throw new Error(`${messages} has no description: change this recording`);

  await app.goto(`${origin}/marketplace`, { waitUntil: 'networkidle' });
  await say('Change a text of one slice');
  await edit('description', description, 'Find the agent for your next task.');
  await say('Build and deploy that slice, nothing else');
  await type('npx slipway build marketplace');
  await type('npx slipway deploy marketplace --env local --reason "clearer subtitle"');
  await openApp();
  await say('Try a bolder text on 10 % of the visitors');
  await edit('description', 'Find the agent for your next task.', 'Agents that do the work. Now.');
  await type('npx slipway build marketplace');
  await type('npx slipway canary marketplace --env local --percent 10 --reason "bolder subtitle"');
  await type('npx slipway status --env local');
  await film(3_000);
  await say('Not convinced? Roll back to the first revision');
  await type('npx slipway rollback marketplace --env local --to 1 --reason "the first text was fine"');
  await openApp();
  await film(3_000);

  await sharp(
    frames.map(({ picture }) => picture),
    { join: { animated: true } },
  )
    .webp({ quality: 60, effort: 6, delay: frames.map(({ milliseconds }) => milliseconds), loop: 0 })
    .toFile(join(root, 'docs/recording.webp'));
} finally {
  await browser.close();
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('exit', resolve));
  rmSync(folder, { recursive: true, force: true });
}
