/** Faults for every release: on the way to the browser, and in code that fails on request of the page. */
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { builtRelease, type Candidate, releaseVersion } from '@slipway/cli';
import { parseRelease, type Release } from '@slipway/contracts';
import { home, root } from './server';

export const deliveryFaults = [
  'missing',
  'truncated',
  'altered',
  'wrong type',
  'refused',
  'slow',
  'hanging',
] as const;
export const codeFaults = ['evaluate', 'render', 'effect', 'event', 'promise', 'timer'] as const;
/** Of the shell's first script. */
export const START = 'start';
export type DeliveryFault = (typeof deliveryFaults)[number];
export type CodeFault = (typeof codeFaults)[number] | typeof START;

/** Milliseconds of a slow file: longer than a region waits before it shows its message. */
const SLOW = 4_000;

/** In the page: which fault the code has. `arm` sets it before the page's own scripts. */
const ask = (fault: CodeFault) => `globalThis.chaosFault===${JSON.stringify(fault)}`;
const bug = (fault: CodeFault) => `throw new Error("chaos: ${fault}")`;

/** Runs while the first module of a chunk is evaluated, after its exports are declared. */
const evaluated = `(()=>{if(${ask('evaluate')})${bug('evaluate')}})()`;

/** A component around the page's own: elements made by hand, because the chunk's name of React is unknown. */
const wrapper = `const chaosElement=(type,props)=>({$$typeof:Symbol.for("react.transitional.element"),type,key:null,ref:props.ref??null,props});
const chaosPage=(Page)=>globalThis.chaosFault===undefined?Page:()=>{
if(${ask('render')})${bug('render')};
if(${ask('effect')})return chaosElement("p",{ref(node){if(node)${bug('effect')}}});
const page=chaosElement(Page,{});
if(${ask('promise')})Promise.resolve().then(()=>{${bug('promise')}});
if(${ask('timer')})setTimeout(()=>{${bug('timer')}});
if(!${ask('event')})return page;
return chaosElement("div",{children:[page,chaosElement("button",{onClick(){${bug('event')}},children:"chaos"})]})};
`;

const declared = /(\w+\.d\(\w+,\{default:\(\)=>)(\w+)\}\)/;

function withFaults(release: Release, file: string, text: string): string {
  if (release.kind === 'shell') {
    return release.scripts.includes(file) ? `if(${ask(START)})${bug(START)};${text}` : text;
  }
  const pages = release.routes.flatMap(({ path }) => release.preload[path]?.slice(3) ?? []);
  if (!pages.includes(file) || !declared.test(text)) return text;
  return wrapper + text.replace(declared, `($1chaosPage($2)}),${evaluated})`);
}

/** A release with the same pages, whose code fails when the page asks for it. `dist` is the folder of a build. */
export async function releaseWithFaults(id: string, dist: string): Promise<Candidate> {
  const folder = join(home, 'chaos', id);
  rmSync(folder, { recursive: true, force: true });
  cpSync(dist, folder, { recursive: true });
  const release = parseRelease(JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8')));
  delete release.evidence;
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.js'))) {
    const bytes = Buffer.from(withFaults(release, file, readFileSync(join(folder, file), 'utf8')));
    writeFileSync(join(folder, file), bytes);
    const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
    release.files[file] = { size: bytes.length, integrity };
  }
  release.version = releaseVersion(release);
  writeFileSync(join(folder, 'release.json'), JSON.stringify(release));
  for (const evidence of ['sbom.json', 'provenance.json']) rmSync(join(folder, evidence), { force: true });
  return builtRelease(folder);
}

export const distOf = (app: string) => join(root, 'apps', app, 'dist');

/** The code of every page from now on has this fault. */
export const arm = (page: Page, fault: CodeFault) =>
  page.addInitScript((name) => {
    (globalThis as { chaosFault?: string }).chaosFault = name;
  }, fault);

/** One file of one release has this fault on its way to the browser. */
export const disturb = (page: Page, base: string, file: RegExp, fault: DeliveryFault) =>
  page.route(
    ({ pathname }) => pathname.startsWith(base) && file.test(pathname),
    (route) => deliver(route, fault),
  );

async function deliver(route: Route, fault: DeliveryFault): Promise<void> {
  if (fault === 'hanging') return;
  if (fault === 'refused') return route.abort('connectionrefused');
  if (fault === 'missing') return route.fulfill({ status: 404, body: 'Not found' });
  const response = await route.fetch();
  const text = await response.text();
  if (fault === 'wrong type')
    return route.fulfill({ response, headers: { ...response.headers(), 'content-type': 'text/html' } });
  if (fault === 'truncated') return route.fulfill({ response, body: text.slice(0, text.length / 2) });
  if (fault === 'altered') return route.fulfill({ response, body: `${text}\n` });
  await new Promise((resolve) => setTimeout(resolve, SLOW));
  return route.fulfill({ response });
}

/** The failures that a page has recorded so far. */
export function failureRecords(page: Page): () => Record<string, unknown>[] {
  const records: Record<string, unknown>[] = [];
  page.on('console', (message) => {
    const [, record] = /^slice failed (\{.*\})$/.exec(message.text()) ?? [];
    if (record) records.push(JSON.parse(record) as Record<string, unknown>);
  });
  return () => records;
}
