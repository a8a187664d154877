/**
 * A page of a sandboxed slice: its title from the signed manifest, and below it the frame (decision 073). No token, no
 * cookie and no storage of the app reaches it. Only pages that show such a slice load this module.
 */
import { type ComponentType, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { type ComposedFrame, fieldValues, type FromFrame, parseComposedFrame } from '@slipway/contracts';
import { Page, PageSpinner } from '@slipway/design-system';
import type { LoadFailure } from '../loading/loadFailure';
import { connectFrame, type FrameConnection } from './connectFrame';
import { hasFocusSoon } from './frameFocus';
import { addressOf, emitDeclared, heightOf, plain, recordFrameError, showToast } from './frameRequests';
import { createLimiter } from './limiter';
import type { SandboxKit } from './sandboxKit';
import { useShownTheme } from './useShownTheme';

/** Scripts and forms, whose policy sends them nowhere. Without `allow-same-origin` the frame has no origin. */
const SANDBOX = 'allow-scripts allow-forms';

const LONGEST_TITLE = 70;
/** Milliseconds. */
const RESIZE_EVERY = 50;
/** The longest time that `setTimeout` takes: the connection has its own limit. */
const NO_LIMIT = 2 ** 31 - 1;
const isThere = Promise.resolve();

interface Framed extends ComposedFrame {
  address: string;
}

/** The component of a route of a sandboxed slice. */
export const sandboxedPage = (slice: string, route: string, kit: SandboxKit): ComponentType =>
  function SandboxedPage() {
    const { composition } = kit.useHost();
    const release = composition.slices[slice];
    const frame = parseComposedFrame(release?.frame);
    if (!release || !frame || !composition.sandbox) {
      throw new kit.LoadFailure(
        'load',
        'manifest',
        'slice_incompatible',
        `${slice} has no frame in this composition`,
      );
    }
    const address = composition.sandbox.origin + release.base + frame.file;
    return <FramePage key={address} slice={slice} route={route} frame={{ ...frame, address }} kit={kit} />;
  };

interface FramePageProps {
  slice: string;
  route: string;
  frame: Framed;
  kit: SandboxKit;
}

function FramePage({ slice, route, frame, kit }: FramePageProps) {
  const { Waiting } = kit;
  const host = kit.useHost();
  const { composition, routes } = host;
  const { name } = composition.site;
  const element = useRef<HTMLIFrameElement>(null);
  const connection = useRef<FrameConnection>(undefined);
  const [isReady, setIsReady] = useState(false);
  const [height, setHeight] = useState(0);
  const [failure, setFailure] = useState<{ error: unknown }>();
  const { pathname, search } = kit.useLocation();
  const params = kit.useParams();
  const navigate = kit.useNavigate();
  const theme = useShownTheme();
  const title = routes.find((one) => one.slice === slice && one.path === route)?.title ?? slice;
  const limit = kit.timeLimitsOf(composition).page;
  const evaluate = kit.useEvaluation();
  const flags =
    frame.flags &&
    Object.fromEntries(
      Object.entries(frame.flags).map(([name, isOn]) => [name, evaluate(`${slice}.${name}`, isOn)]),
    );
  const flagText = JSON.stringify(flags);

  const start = useEffectEvent(() => ({
    ...{ type: 'start' as const, route, path: pathname, search, params, theme, language: kit.language() },
    config: { ...composition.config?.[slice] },
    ...(flags && { flags }),
  }));
  const sendFlags = useEffectEvent(() => {
    if (flags) connection.current?.send({ type: 'flags', flags });
  });
  const go = useEffectEvent((to: string) => {
    const address = addressOf(to, routes);
    if (address !== undefined) void navigate(address);
  });
  const obey = useEffectEvent((message: FromFrame, allow: Limits) => {
    if (message.type === 'ready') setIsReady(true);
    else if (message.type === 'title' && allow.title()) {
      document.title = `${plain(message.title, LONGEST_TITLE) || title} · ${name}`;
    } else if (message.type === 'toast' && allow.toast()) showToast(message, title);
    else if (message.type === 'emit' && allow.event()) emitDeclared(frame, message, kit.emitSliceEvent);
    else if (message.type === 'error' && allow.error()) recordFrameError(slice, message, kit.frameError);
    else if (message.type === 'navigate' && allow.navigation()) {
      void host.rest
        .load()
        .catch(() => undefined) // until everything is known, the page knows only some routes
        .then(() => hasFocusSoon(() => element.current))
        .then((isUsed) => {
          if (isUsed) go(message.to);
        });
    }
  });
  const fail = useEffectEvent((error: LoadFailure, wasReady: boolean) => {
    const { version = '', owner = '' } = composition.slices[slice] ?? {};
    kit.recordFailure({ slice, version, owner, phase: error.phase, part: error.part }, error);
    // One that was on screen crashed. Before that, the release did not load, and another one may.
    if (wasReady) setFailure({ error });
    else host.fallback.guard(slice, Promise.reject(error)).catch(() => setFailure({ error }));
  });

  // Before the browser can load anything of the frame.
  useLayoutEffect(() => {
    if (!element.current) return undefined;
    const allow = createLimits();
    const before = document.title;
    let latest = 0;
    let resizing: ReturnType<typeof setTimeout> | undefined;
    const connected = connectFrame(element.current, limit, kit, {
      start,
      onMessage: (message) => {
        if (message.type !== 'height') obey(message, allow);
        else {
          latest = message.height;
          resizing ??= setTimeout(() => {
            resizing = undefined;
            setHeight(heightOf(latest));
          }, RESIZE_EVERY);
        }
      },
      onFailure: fail,
    });
    connection.current = connected;
    const hearing = frame.listens.map(({ name, version, detail: expected }) =>
      kit.onSliceEvent(`${name}@${String(version)}`, (detail) => {
        const known = fieldValues(expected, detail as Record<string, unknown>);
        connected.send({ type: 'event', name, version, detail: known as Record<string, string> });
      }),
    );
    return () => {
      connected.close();
      clearTimeout(resizing);
      for (const end of hearing) end();
      if (document.title !== before) document.title = before;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `key` is the address: another frame is another component
  }, []);
  useEffect(() => {
    connection.current?.send({ type: 'theme', theme });
  }, [theme]);
  useEffect(() => {
    sendFlags();
  }, [flagText]);

  if (failure) throw failure.error;
  return (
    <Page title={title}>
      {!isReady && (
        <Waiting label={title} step="page" limit={NO_LIMIT} component={isThere}>
          <PageSpinner />
        </Waiting>
      )}
      <iframe
        ref={element}
        title={title}
        src={frame.address}
        sandbox={SANDBOX}
        referrerPolicy="no-referrer"
        style={isReady ? { ...shown, height } : hidden}
      />
    </Page>
  );
}

/** As tall as the spinner before it, so that what is below moves once at most, and out of sight. */
const shown = { display: 'block', width: '100%', minHeight: '60vh', border: 0 } as const;
/** With a width, so that the first height is right. */
const hidden = { ...shown, visibility: 'hidden', minHeight: 0, height: 0 } as const;

const createLimits = () => ({
  title: createLimiter(5, 5_000),
  toast: createLimiter(3, 10_000),
  event: createLimiter(50, 1_000),
  navigation: createLimiter(2, 1_000),
  /** A page reports 100 errors at most: a frame must not use them up. */
  error: createLimiter(10, NO_LIMIT),
});
type Limits = ReturnType<typeof createLimits>;
