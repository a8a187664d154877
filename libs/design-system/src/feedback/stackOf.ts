/** The order of toasts on phones, newest first: each is behind those before it. One that is leaving stays at its place. */
import type { Toast } from 'react-hot-toast/headless';
import { GAP } from './toastSide';

interface ToastStack {
  /** The height of the newest toast, in pixels. */
  front: number;
  /** How many toasts are in front of each. */
  behind: number[];
  /** The height of the stack with a gap, in pixels. */
  height: number;
}

export function stackOf(toasts: readonly Pick<Toast, 'visible' | 'height'>[]): ToastStack {
  const visible = toasts.filter((toast) => toast.visible);
  const front = (visible[0] ?? toasts[0])?.height ?? 0;
  return {
    front,
    behind: toasts.map((_, at) => toasts.slice(0, at).filter((toast) => toast.visible).length),
    height: front + GAP * Math.max(1, visible.length),
  };
}
