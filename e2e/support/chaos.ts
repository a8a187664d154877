/** Faults for every release: on the way to the browser, and in code that fails on request of the page. */
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { builtRelease, type Candidate, releaseVersion } from '@slipway/cli';
import { parseRelease, type Release } from '@slipway/contracts';
import { home, root } from './server';
import { serverResponse } from './serverResponse';

export const deliveryFaults = [
  'missing',
  'server error',
  'empty',
  'truncated',
  'altered',
  'another page',
  'wrong type',
  'refused',
  'slow',
  'hanging',
] as const;
export const codeFaults = ['evaluate', 'render', 'effect', 'event', 'promise', 'timer'] as const;
export type DeliveryFault = (typeof deliveryFaults)[number];
/** A fault in the code of a page; `evaluate` can also be in an earlier file, such as `evaluate entry`. */
export type CodeFault = (typeof codeFaults)[number] | `evaluate ${'entry' | 'module'}`;

/** Milliseconds of a slow file: longer than a region waits before it shows its message. */
const SLOW = 4_000;

/** In the page: which slice has which fault. `arm` sets it before the page's own scripts. */
const ask = (id: string, fault: CodeFault) => `globalThis.chaosFault===${JSON.stringify(`${id} ${fault}`)}`;
/** A page may render again at any time: this is one error in each document. */
const once = (id: string, fault: CodeFault) =>
  `${ask(id, fault)}&&!globalThis.chaosDone&&(globalThis.chaosDone=true)`;
const bug = (fault: CodeFault) => `throw new Error("chaos: ${fault}")`;

/** Scripts of all slices share their global names. */
const chaosPage = (id: string) => `chaosPage_${id}`;

/** A component around the page's own: elements made by hand, because the chunk's name of React is unknown. */
const wrapper = (
  id: string,
) => `var chaosElement=(type,props)=>({$$typeof:Symbol.for("react.transitional.element"),type,key:null,ref:props.ref??null,props});
var ${chaosPage(id)}=(Page)=>globalThis.chaosFault===undefined?Page:()=>{
if(${ask(id, 'render')})${bug('render')};
if(${ask(id, 'effect')})return chaosElement("p",{ref(node){if(node)${bug('effect')}}});
const page=chaosElement(Page,{});
if(${once(id, 'promise')})Promise.resolve().then(()=>{${bug('promise')}});
if(${once(id, 'timer')})setTimeout(()=>{${bug('timer')}});
if(!${ask(id, 'event')})return page;
return chaosElement("div",{children:[page,chaosElement("button",{onClick(){${bug('event')}},children:"chaos"})]})};
`;

const declared = /(\w+\.d\(\w+,\{(?:\w+:\(\)=>\w+,)*default:\(\)=>)(\w+)((?:,\w+:\(\)=>\w+)*\}\))/;

/** The first script of a release, and those of its pages. */
function scriptsOf(release: Release): { entry?: string; pages: string[] } {
  if (release.kind === 'shell') {
    return { entry: release.scripts[0], pages: Object.values(release.pages).flat() };
  }
  const loaded = release.routes.map(({ path }) => release.preload[path] ?? []);
  return { entry: release.entry, pages: loaded.flatMap((files) => files.slice(1)) };
}

/** The container runs the exposed module when the loader asks for it. */
const exposed = /(?<="\.\/slice":\(\)=>.*?\.then\(\(\)=>\(\)=>)\w+\(\d+\)/;

function withFaults(release: Release, file: string, text: string): string {
  const { entry, pages } = scriptsOf(release);
  const thrown = (fault: CodeFault) => `if(${ask(release.id, fault)})${bug(fault)}`;
  if (file === entry)
    return `${thrown('evaluate entry')};${text.replace(exposed, `(()=>{${thrown('evaluate module')};return $&})()`)}`;
  if (!pages.includes(file) || !declared.test(text)) return text;
  const evaluated = `(()=>{${thrown('evaluate')}})()`;
  return wrapper(release.id) + text.replace(declared, `($1${chaosPage(release.id)}($2)$3,${evaluated})`);
}

/** A release with the same pages, whose code fails when the page asks for it. `dist` is the folder of a build. */
export async function releaseWithFaults(id: string, dist: string): Promise<Candidate> {
  const folder = join(home, 'chaos', id);
  rmSync(folder, { recursive: true, force: true });
  cpSync(dist, folder, { recursive: true });
  const release = parseRelease(JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8')));
  delete release.evidence;
  const { pages } = scriptsOf(release);
  const [last, first] = [false, true].map((isPage) =>
    readdirSync(folder).filter((name) => name.endsWith('.js') && pages.includes(name) === isPage),
  );
  /** The first script of the shell contains the hashes of its pages. */
  const changed: [string, string][] = [];
  for (const file of [...(first ?? []), ...(last ?? [])]) {
    const text = withFaults(release, file, readFileSync(join(folder, file), 'utf8'));
    const bytes = Buffer.from(changed.reduce((all, [from, to]) => all.replaceAll(from, to), text));
    writeFileSync(join(folder, file), bytes);
    const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
    const before = release.files[file]?.integrity;
    if (before) changed.push([before, integrity]);
    release.files[file] = { size: bytes.length, integrity };
  }
  release.version = releaseVersion(release);
  writeFileSync(join(folder, 'release.json'), JSON.stringify(release));
  for (const evidence of ['sbom.json', 'provenance.json']) rmSync(join(folder, evidence), { force: true });
  return builtRelease(folder);
}

export const distOf = (app: string) => join(root, 'apps', app, 'dist');

/** The code of this slice has this fault in every document of the page. */
export const arm = (page: Page, id: string, fault: CodeFault) =>
  page.addInitScript((name) => {
    (globalThis as { chaosFault?: string }).chaosFault = name;
  }, `${id} ${fault}`);

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
  if (fault === 'server error') return route.fulfill({ status: 500, body: 'Internal Server Error' });
  if (fault === 'another page')
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Welcome</title>' });
  const response = await serverResponse(route);
  const text = await response.text();
  if (fault === 'wrong type')
    return route.fulfill({ response, headers: { ...response.headers(), 'content-type': 'text/html' } });
  if (fault === 'empty') return route.fulfill({ response, body: '' });
  if (fault === 'truncated') return route.fulfill({ response, body: text.slice(0, text.length / 2) });
  if (fault === 'altered') return route.fulfill({ response, body: `${text}\n` });
  await new Promise((resolve) => setTimeout(resolve, SLOW));
  return route.fulfill({ response });
}

/** The failures that a page has logged so far. */
export function failureRecords(page: Page): () => Record<string, unknown>[] {
  const records: Record<string, unknown>[] = [];
  page.on('console', (message) => {
    const [, record] = /^slice failed (\{.*\})$/.exec(message.text()) ?? [];
    if (record) records.push(JSON.parse(record) as Record<string, unknown>);
  });
  return () => records;
}
