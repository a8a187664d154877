/** Drags a drawer's panel toward its edge. Released before the threshold it snaps back; after it, the drawer closes. */
import { type PointerEvent, useRef } from 'react';
import { drawerTiming } from './drawerTiming';

/** The edge that a drawer slides in from. */
export type DrawerSide = 'right' | 'bottom';

/** How many pixels the pointer moves before a press counts as a drag. */
const SLACK = 6;
const CONTROLS = 'button, a, input, select, textarea, label';

interface Drag {
  x: number;
  y: number;
  isMoving: boolean;
}

/** Returns the panel's event handlers. They set `--drag` on the panel: the distance dragged, in pixels. */
export function useDrag(side: DrawerSide, onClose: () => void) {
  const drag = useRef<Drag>(undefined);

  /** The distance dragged toward the edge; negative when dragged away from it. */
  const distanceOf = ({ x, y }: Drag, event: PointerEvent) =>
    side === 'bottom' ? event.clientY - y : event.clientX - x;

  const release = (panel: HTMLElement) => {
    drag.current = undefined;
    delete panel.dataset.dragging;
  };
  const snapBack = (panel: HTMLElement) => {
    release(panel);
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
      const distance = distanceOf(current, event);
      if (!current.isMoving) {
        if (distance < SLACK) return;
        current.isMoving = true;
        panel.setPointerCapture(event.pointerId);
        panel.dataset.dragging = '';
      }
      panel.style.setProperty('--drag', `${String(Math.max(0, distance))}px`);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const panel = event.currentTarget;
      const current = drag.current;
      const size = side === 'bottom' ? panel.offsetHeight : panel.offsetWidth;
      const isFar =
        current?.isMoving === true && distanceOf(current, event) >= size * drawerTiming.closeThreshold;
      if (!isFar) {
        snapBack(panel);
        return;
      }
      // The exit animation starts from the dragged position.
      release(panel);
      onClose();
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => {
      snapBack(event.currentTarget);
    },
  };
}
