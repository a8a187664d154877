/** Pulls a drawer's panel towards its edge: let go early it snaps back, let go late it closes. */
import { type PointerEvent, useRef } from 'react';
import { drawerTiming } from './drawerTiming';

export type DrawerSide = 'left' | 'right' | 'bottom';

/** Pixels before a press is a drag. */
const SLACK = 6;
const CONTROLS = 'button, a, input, select, textarea, label, [data-no-drag]';

interface Drag {
  x: number;
  y: number;
  isMoving: boolean;
}

/** What the panel must take. The way dragged is its `--drag`, in pixels. */
export function useDrag(side: DrawerSide, onClose: () => void) {
  const drag = useRef<Drag>(undefined);

  /** Towards the edge is positive. */
  const wayOf = ({ x, y }: Drag, event: PointerEvent) =>
    side === 'bottom' ? event.clientY - y : side === 'right' ? event.clientX - x : x - event.clientX;

  const release = (panel: HTMLElement) => {
    drag.current = undefined;
    delete panel.dataset.dragging;
    panel.style.removeProperty('--drag');
  };

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const isControl = event.target instanceof Element && event.target.closest(CONTROLS) !== null;
      if (event.button !== 0 || !event.isPrimary || isControl) return;
      drag.current = { x: event.clientX, y: event.clientY, isMoving: false };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const panel = event.currentTarget;
      const current = drag.current;
      if (!current) return;
      const way = wayOf(current, event);
      if (!current.isMoving) {
        if (way < SLACK) return;
        current.isMoving = true;
        panel.setPointerCapture(event.pointerId);
        panel.dataset.dragging = '';
      }
      panel.style.setProperty('--drag', `${String(Math.max(0, way))}px`);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const panel = event.currentTarget;
      const current = drag.current;
      const size = side === 'bottom' ? panel.offsetHeight : panel.offsetWidth;
      release(panel);
      if (!current?.isMoving) return;
      if (wayOf(current, event) >= size * drawerTiming.closeThreshold) onClose();
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => {
      release(event.currentTarget);
    },
  };
}
