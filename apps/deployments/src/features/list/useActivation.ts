/**
 * Activates pending and deploying rows two seconds after this page learned of them, by this page's clock. The server
 * activates rows that were overdue when they arrived, and those that the user navigated away from.
 */
import { useEffect, useRef } from 'react';
import type { Deployment } from '../../data/deployments';
import { activationDelay, isTransitioning } from '../../data/status';

interface Activation {
  activate: (id: string) => void;
  /** Asks the server to activate all overdue rows. */
  advance: () => void;
}

/** When a row is due, by this clock. `done` prevents a second request. */
interface Due {
  at: number;
  isOverdue: boolean;
  done: boolean;
}

export function useActivation(rows: readonly Deployment[], { activate, advance }: Activation): void {
  const dues = useRef(new Map<string, Due>());

  useEffect(() => {
    const known = dues.current;
    const keyOf = ({ id, status }: Deployment) => `${id} ${status}`;
    const waiting = rows.filter(isTransitioning);
    const keys = new Set(waiting.map(keyOf));
    for (const key of known.keys()) if (!keys.has(key)) known.delete(key);

    const timers = waiting.map((row) => {
      const now = Date.now();
      const delay = activationDelay(row, now);
      const due = known.get(keyOf(row)) ?? { at: now + delay, isOverdue: delay === 0, done: false };
      known.set(keyOf(row), due);
      if (due.done) return undefined;
      return setTimeout(
        () => {
          due.done = true;
          if (due.isOverdue) advance();
          else activate(row.id);
        },
        Math.max(0, due.at - now),
      );
    });
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [rows, activate, advance]);
}
