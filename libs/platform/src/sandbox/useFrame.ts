/**
 * Connects the page of a sandboxed slice with its frame: starts the slice, sends it changes such as the theme, and
 * fulfills the frame's requests if they are allowed.
 */
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { type ComposedFrame, fieldValues, type FromFrame } from '@slipway/contracts';
import type { LoadFailure } from '../loading/loadFailure';
import { connectFrame, type FrameConnection } from './connectFrame';
import { hasFocusSoon } from './frameFocus';
import { addressOf, emitDeclared, heightOf, plain, recordFrameError, showToast } from './frameRequests';
import { createLimiter, NO_LIMIT } from './limiter';
import type { SandboxKit } from './sandboxKit';
import { useShownTheme } from './useShownTheme';

const LONGEST_TITLE = 70;
/** Milliseconds. */
const RESIZE_EVERY = 50;

export interface FramedSlice {
  slice: string;
  route: string;
  frame: ComposedFrame & { address: string };
  kit: SandboxKit;
}

const createLimits = () => ({
  title: createLimiter(5, 5_000),
  toast: createLimiter(3, 10_000),
  event: createLimiter(50, 1_000),
  navigation: createLimiter(2, 1_000),
  /** A page reports 100 errors at most. A frame must not use them up. */
  error: createLimiter(10, NO_LIMIT),
});
type Limits = ReturnType<typeof createLimits>;

/** `title` is the one in the manifest. Throws the failure of a slice that was on screen, for its error boundary. */
export function useFrame({ slice, route, frame, kit }: FramedSlice, title: string) {
  const host = kit.useHost();
  const { composition, routes } = host;
  const element = useRef<HTMLIFrameElement>(null);
  const connection = useRef<FrameConnection>(undefined);
  const [isReady, setIsReady] = useState(false);
  const [height, setHeight] = useState(0);
  const [failure, setFailure] = useState<{ error: unknown }>();
  const { pathname, search } = kit.useLocation();
  const params = kit.useParams();
  const navigate = kit.useNavigate();
  const theme = useShownTheme();
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
      document.title = `${plain(message.title, LONGEST_TITLE) || title} · ${composition.site.name}`;
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
    // A frame that was on screen has crashed: show the error. For one that never loaded, an earlier release may be
    // available.
    if (wasReady) setFailure({ error });
    else host.fallback.guard(slice, Promise.reject(error)).catch(() => setFailure({ error }));
  });

  // A layout effect, so that it runs before the browser loads the frame.
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
    // eslint-disable-next-line react-hooks/exhaustive-deps -- another frame, or another path, is another component
  }, []);
  useEffect(() => {
    connection.current?.send({ type: 'theme', theme });
  }, [theme]);
  useEffect(() => {
    sendFlags();
  }, [flagText]);

  if (failure) throw failure.error;
  return { element, isReady, height };
}
