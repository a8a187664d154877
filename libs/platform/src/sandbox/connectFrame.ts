/**
 * The page's side of the bridge to a sandboxed frame. The frame has an opaque origin, so it is identified by its window
 * and the origin `null`. After the greeting, all messages use a port that only the frame's document gets. Messages that
 * match no schema are dropped. A frame that sends too many messages fails.
 */
import {
  type FromFrame,
  parseFrameHello,
  parseFromFrame,
  SANDBOX_PROTOCOL,
  type ToFrame,
} from '@slipway/contracts';
import type { LoadFailure as Failure } from '../loading/loadFailure';
import { createLimiter } from './limiter';
import type { SandboxKit } from './sandboxKit';

/** Milliseconds. Scripts in the document run before its `load` event, so the greeting arrives soon after or never. */
const GREETING_LIMIT = 3_000;
/** Milliseconds between two pings, which the frame must answer. */
const PING_EVERY = 5_000;
/** The most messages in ten seconds. While an animation resizes the frame, it sends some per animation frame. */
const MOST_MESSAGES = 1_000;
const LONGEST_REASON = 300;

export interface FrameListener {
  /** Every message except those about the connection. */
  onMessage(message: FromFrame): void;
  /** Called once, when the connection is open. Returns the message that starts the slice. */
  start(): ToFrame;
  /** Called at most once. `isReady`: the slice was on screen. */
  onFailure(failure: Failure, isReady: boolean): void;
}

export interface FrameConnection {
  /** Before the greeting, messages are dropped: `start` contains the state. */
  send(message: ToFrame): void;
  close(): void;
}

/** `limit`: milliseconds until the slice must be on screen, and for each reply after that. */
export function connectFrame(
  frame: HTMLIFrameElement,
  limit: number,
  { LoadFailure, hung }: Pick<SandboxKit, 'LoadFailure' | 'hung'>,
  listener: FrameListener,
): FrameConnection {
  let port: MessagePort | undefined;
  let isReady = false;
  let isOver = false;
  let askedAt: number | undefined;
  const timers: ReturnType<typeof setTimeout>[] = [];
  const mayReceive = createLimiter(MOST_MESSAGES, 10_000);

  const close = () => {
    isOver = true;
    window.removeEventListener('message', greet);
    frame.removeEventListener('load', loaded);
    for (const timer of timers) clearTimeout(timer);
    clearInterval(pinging);
    port?.close();
  };
  const fail = (failure: Failure) => {
    if (isOver) return;
    close();
    listener.onFailure(failure, isReady);
  };
  const send = (message: ToFrame) => port?.postMessage(message);

  const receive = ({ data }: MessageEvent<unknown>) => {
    if (isOver) return;
    if (!mayReceive()) {
      fail(new LoadFailure('effect', 'page', 'unexpected', 'The frame sends too many messages'));
      return;
    }
    const message = parseFromFrame(data);
    if (message?.type === 'pong') askedAt = undefined;
    else if (message?.type === 'failed') {
      const text = message.message.slice(0, LONGEST_REASON);
      fail(new LoadFailure(isReady ? 'render' : 'evaluate', 'page', 'unexpected', text));
    } else if (message) {
      isReady ||= message.type === 'ready';
      listener.onMessage(message);
    }
  };

  function greet({ source, origin, data }: MessageEvent<unknown>) {
    if (source === null || source !== frame.contentWindow || origin !== 'null' || !parseFrameHello(data))
      return;
    if (port) {
      fail(new LoadFailure('effect', 'page', 'unexpected', 'The frame has loaded another document'));
      return;
    }
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = receive;
    // A window with an opaque origin cannot be a target origin. This window has greeted, and the page's policy lists
    // its origin.
    frame.contentWindow.postMessage({ slipway: 'page', protocol: SANDBOX_PROTOCOL }, '*', [channel.port2]);
    send(listener.start());
  }

  function loaded() {
    timers.push(
      setTimeout(() => {
        if (port) return;
        const text = 'The document of the frame did not load';
        fail(new LoadFailure('load', 'page', 'slice_unreachable', text));
      }, GREETING_LIMIT),
    );
  }

  window.addEventListener('message', greet);
  frame.addEventListener('load', loaded);
  timers.push(
    setTimeout(() => {
      if (!isReady) fail(hung('page', limit));
    }, limit),
  );
  const pinging = setInterval(() => {
    // Browsers throttle the timers of hidden pages.
    if (!isReady || document.visibilityState !== 'visible') {
      askedAt = undefined;
      return;
    }
    if (askedAt === undefined) {
      askedAt = performance.now();
      send({ type: 'ping' });
    } else if (performance.now() - askedAt > limit) {
      fail(new LoadFailure('hang', 'page', 'unexpected', 'The frame no longer responds'));
    }
  }, PING_EVERY);

  return { send, close };
}
