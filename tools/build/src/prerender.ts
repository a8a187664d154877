/**
 * Prerenders pages: compiles a module for Node, runs it, and prepares the markup for documents, whose policy allows no
 * inline styles. The module prints `{ pages: { path: { html, css, options } }, requests }` (decisions 071, 109): pages of the
 * shell, or of a slice without the frame.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  Compilation,
  type Compiler,
  type Configuration,
  rspack,
  type RspackPluginInstance,
} from '@rspack/core';
import { prerenderTokens, type ShellRelease } from '@slipway/contracts';
import { collectError } from './compilationErrors';
import { contentHash } from './hashes';
import { forDocument, type Rendered } from './prerenderedMarkup';
import { failureOf, reportFailure } from './prerenderFailure';

const PRERENDERED = 'prerendered.';

/** The key of what the shell's frame shows before a page of a slice. */
const FRAME = 'frame';

/** Separates the frame for visitors from the frame for signed-in users. */
const BETWEEN = '{user-frame}';

/** The prerendered pages of the shell or a slice. */
export interface Prerender {
  /** The module that renders. */
  module: string;
  /** The styles of the place that a document has for the page. The shell has them. */
  styles?: string;
  /** Before the names of its classes, because a document has pages of slices beside the frame of the shell. */
  prefix?: string;
}

type Markup = NonNullable<ShellRelease['prerendered']>[string];

/** The output of the module for a page. */
type Printed = Rendered & {
  options?: Omit<Markup, 'html' | 'styles'>;
  /** The frame for signed-in users, instead of `html`, with the same styles. */
  userHtml?: string;
};

interface Output {
  pages: Record<string, Printed>;
  requests: NonNullable<ShellRelease['firstRequests']>;
}

/** The browser's objects that modules use while they are evaluated and rendered. All others are missing, so that a use fails. */
const environment = `
class RenderedYear extends Date { getFullYear() { return ${JSON.stringify(prerenderTokens.year)}; } }
globalThis.Date = RenderedYear;
Object.defineProperty(globalThis, 'navigator', { value: { userAgent: '', onLine: true, language: 'en' } });
const storage = { getItem: () => null };
globalThis.document = { documentElement: { dataset: {}, lang: 'en' } };
globalThis.window = {
  document,
  navigator,
  localStorage: storage,
  sessionStorage: storage,
  location: new URL('/', ${JSON.stringify(prerenderTokens.origin)}),
};
globalThis.localStorage = storage;
globalThis.sessionStorage = storage;
// The backend's client requires it.
globalThis.WebSocket = class {};
// That of Node keeps the process from ending.
globalThis.BroadcastChannel = class {};
${reportFailure}
`;

/** `withSources`: an error then has places of the source. It takes longer. */
async function compile(config: Configuration, entry: string, folder: string, withSources: boolean) {
  const compiler = rspack({
    ...config,
    entry,
    ...(withSources && { devtool: 'inline-source-map' }),
    output: {
      ...{ path: folder, filename: 'page.cjs' },
      devtoolModuleFilenameTemplate: '[absolute-resource-path]',
    },
    plugins: [
      new rspack.DefinePlugin({
        'process.env.SLIPWAY_PRERENDER': JSON.stringify('yes'),
        'process.env.SLIPWAY_LANGUAGES': JSON.stringify(''),
        // Libraries ask whether there is a browser.
        'typeof window': JSON.stringify('undefined'),
      }),
      new rspack.BannerPlugin({ banner: environment, raw: true }),
    ],
  });
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (!stats || stats.hasErrors())
    throw new Error(stats?.toString({ all: false, errors: true }) ?? 'no result');
  return join(folder, 'page.cjs');
}

/** Exported for its test. @throws an error that names the module, the page and the place in the source */
export async function render(config: Configuration, entry: string): Promise<Output> {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-prerender-'));
  const run = async (withSources: boolean) => {
    const file = await compile(config, entry, folder, withSources);
    const options = withSources ? ['--enable-source-maps'] : [];
    return promisify(execFile)(process.execPath, [...options, file], { maxBuffer: 16 * 1024 * 1024 });
  };
  try {
    const { stdout } = await run(false).catch(() => run(true));
    return JSON.parse(stdout) as Output;
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    throw failureOf(stderr, entry, config.context) ?? error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Emits the styles of each page, and has the pages for the release. */
export class PrerenderPlugin implements RspackPluginInstance {
  fields: Pick<ShellRelease, 'prerendered' | 'prerenderedFrame' | 'prerenderedUserFrame' | 'firstRequests'> =
    {};

  constructor(
    private readonly prerender: Prerender,
    private readonly config: () => Configuration,
  ) {}

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('PrerenderPlugin', (compilation) => {
      // Before the minimizer.
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      const emit = async () => {
        // The module that renders would have the same errors, between the stacks of this plugin.
        if (compilation.errors.length > 0) return;
        const { module, styles, prefix = '' } = this.prerender;
        const place = styles === undefined ? '' : readFileSync(styles, 'utf8');
        const prerendered: Record<string, Markup> = {};
        const { pages, requests } = await render(this.config(), module);
        this.fields = {
          ...(Object.keys(pages).length > 0 && { prerendered }),
          ...(Object.keys(requests).length > 0 && { firstRequests: requests }),
        };
        for (const [path, printed] of Object.entries(pages)) {
          const { options, userHtml, css } = printed;
          const joined = userHtml === undefined ? printed.html : printed.html + BETWEEN + userHtml;
          const rendered = forDocument({ html: joined, css }, path === FRAME ? `${FRAME}-` : prefix);
          const text = place + rendered.css;
          const file = `${PRERENDERED}${contentHash(text)}.css`;
          compilation.emitAsset(file, new compiler.rspack.sources.RawSource(text));
          const [html = '', ofUsers] = rendered.html.split(BETWEEN);
          const markup: Markup = { html, styles: [file], ...options };
          if (path === FRAME) this.fields.prerenderedFrame = markup;
          else prerendered[path] = markup;
          if (ofUsers !== undefined) this.fields.prerenderedUserFrame = { ...markup, html: ofUsers };
        }
      };
      compilation.hooks.processAssets.tapPromise({ name: 'PrerenderPlugin', stage }, () =>
        collectError(compilation, emit),
      );
    });
  }
}
