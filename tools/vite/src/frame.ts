/**
 * The frame's side of the bridge: `startFrame(manifest, { '/tides': showTides })` in `src/slice.ts` of a sandboxed slice. It
 * runs in the browser, in a document without an origin: no cookies, no storage, and requests only to granted origins.
 */
import {
  type Fields,
  fieldValues,
  parsePageHello,
  parseToFrame,
  SANDBOX_PROTOCOL,
  type FromFrame,
  type Flags,
  type SliceManifest,
  type ToFrame,
  type ValuesOf,
} from '@slipway/contracts';

type Start = Extract<ToFrame, { type: 'start' }>;

/** The argument of a page of a sandboxed slice. */
export interface Frame<Config extends Fields = Fields, Flag extends string = string> {
  /** The path and the query of the page around the frame. */
  path: string;
  search: string;
  params: Readonly<Record<string, string | undefined>>;
  /** A language tag, such as `de`. The document has it as `lang`. */
  language: string;
  /** The configuration values of the environment, or the manifest's defaults. */
  config: ValuesOf<Config>;
  /** Whether a flag of the manifest is on. */
  flag(name: Flag): boolean;
  /** Flags may have other values. */
  onFlags(listener: () => void): void;
  theme(): 'light' | 'dark';
  /** The document has it as `data-theme`. */
  onTheme(listener: (theme: 'light' | 'dark') => void): void;
  /** Opens a page of the app, after a click or a key in the frame. */
  navigate(path: string): void;
  /** Sets the title of the browser's window. */
  setTitle(title: string): void;
  /** Plain text. */
  toast(kind: 'success' | 'error' | 'info' | 'warning', text: string): void;
  /** One that the manifest emits: `recipes.cooked`. */
  emit(name: string, version: number, detail: Readonly<Record<string, string | number | boolean>>): void;
  /** One that the manifest listens to. */
  on(name: string, listener: (detail: Readonly<Record<string, unknown>>) => void): void;
}

/** Renders a page into `root`. The frame is shown when the promise is fulfilled. */
export type FramePage<Config extends Fields = Fields, Flag extends string = string> = (
  root: HTMLElement,
  frame: Frame<Config, Flag>,
) => Promise<void> | void;

type ConfigOf<Manifest> = Manifest extends { config: infer Config extends Fields } ? Config : Fields;
type FlagOf<Manifest> = Manifest extends { flags: infer Declared extends Flags }
  ? Extract<keyof Declared, string>
  : string;

/** Events whose handlers change something, as the page's health record has them. */
const INTERACTIONS = ['click', 'input', 'change', 'submit', 'keydown', 'pointerdown', 'pointerup'];

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 300);

function run(
  manifest: SliceManifest,
  pages: Readonly<Record<string, FramePage>>,
  root: HTMLElement,
  port: MessagePort,
): void {
  const send = (message: FromFrame) => {
    port.postMessage(message);
  };
  const flagListeners: (() => void)[] = [];
  let flags: Readonly<Record<string, boolean>> = {};
  const themeListeners: ((theme: 'light' | 'dark') => void)[] = [];
  const eventListeners = new Map<string, ((detail: Readonly<Record<string, unknown>>) => void)[]>();
  let isReady = false;
  /** While its handlers run, an event has a phase. */
  let interaction: Event | undefined;
  let theme: 'light' | 'dark' = 'light';
  const setTheme = (next: 'light' | 'dark') => {
    theme = next;
    document.documentElement.dataset['theme'] = next;
    document.documentElement.style.colorScheme = next;
    for (const listener of themeListeners) listener(next);
  };
  const fail = (error: unknown) => {
    send({ type: 'failed', message: textOf(error) });
  };

  const start = async ({ route, path, search, params, language, config, ...given }: Start) => {
    setTheme(given.theme);
    flags = given.flags ?? {};
    document.documentElement.lang = language;
    const page = pages[route];
    if (!page) throw new Error(`${manifest.id} has no page for ${route}`);
    await page(root, {
      ...{ path, search, params, language },
      config: fieldValues(manifest.config ?? {}, config),
      flag: (name) => flags[name] ?? manifest.flags?.[name]?.default ?? false,
      onFlags: (listener) => {
        flagListeners.push(listener);
      },
      theme: () => theme,
      onTheme: (listener) => {
        themeListeners.push(listener);
      },
      navigate: (to) => {
        send({ type: 'navigate', to });
      },
      setTitle: (title) => {
        send({ type: 'title', title });
      },
      toast: (kind, text) => {
        send({ type: 'toast', kind, text });
      },
      emit: (name, version, detail) => {
        send({ type: 'emit', name, version, detail: { ...detail } });
      },
      on: (name, listener) => {
        eventListeners.set(name, [...(eventListeners.get(name) ?? []), listener]);
      },
    });
    const measure = () => {
      send({ type: 'height', height: Math.ceil(root.getBoundingClientRect().bottom + window.scrollY) });
    };
    new ResizeObserver(measure).observe(root);
    measure();
    isReady = true;
    send({ type: 'ready' });
  };
  /**
   * Until the page is on screen, an error ends the frame; later errors are only reported for the health of the release.
   */
  function failed(event: ErrorEvent | PromiseRejectionEvent) {
    const isRejection = 'reason' in event;
    const error: unknown = isRejection ? event.reason : (event.error ?? event.message);
    if (isReady) {
      const name = error instanceof Error ? error.name.slice(0, 100) : '';
      const phase = isRejection ? 'promise' : interaction?.eventPhase ? 'event' : 'timer';
      send({ type: 'error', phase, name });
    } else fail(error);
  }
  window.addEventListener('error', failed);
  window.addEventListener('unhandledrejection', failed);
  for (const type of INTERACTIONS) {
    window.addEventListener(type, (event) => (interaction = event), { capture: true, passive: true });
  }

  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = parseToFrame(data);
    if (message?.type === 'start') start(message).catch(fail);
    else if (message?.type === 'theme') setTheme(message.theme);
    else if (message?.type === 'flags') {
      flags = message.flags;
      for (const listener of flagListeners) listener();
    } else if (message?.type === 'ping') send({ type: 'pong' });
    else if (message?.type === 'event') {
      for (const listener of eventListeners.get(message.name) ?? []) listener(message.detail);
    }
  };
}

/** Takes a function for each route of the manifest. A missing one is a compile error. */
export function startFrame<const Manifest extends SliceManifest>(
  manifest: Manifest,
  pages: Readonly<
    Record<Manifest['routes'][number]['path'], FramePage<ConfigOf<Manifest>, FlagOf<Manifest>>>
  >,
): void {
  const host = document.documentElement.dataset['host'];
  const root = document.querySelector<HTMLElement>('#root');
  if (host === undefined || !root || window.parent === window) return;
  root.style.display = 'flow-root';
  const greeted = ({ source, origin, data, ports }: MessageEvent<unknown>) => {
    const [port] = ports;
    if (source !== window.parent || origin !== host || !parsePageHello(data) || !port) return;
    window.removeEventListener('message', greeted);
    run(manifest, pages as unknown as Readonly<Record<string, FramePage>>, root, port);
  };
  window.addEventListener('message', greeted);
  window.parent.postMessage({ slipway: 'frame', protocol: SANDBOX_PROTOCOL }, host);
}
