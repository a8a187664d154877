/**
 * Moves what is on its way to active, two seconds after this page learned of it. The clock is this page's; what was
 * overdue when it came is the server's to move, and leaving the page leaves the rest to the server too.
 */
import { useEffect, useRef } from 'react';
import type { Deployment } from '../../data/deployments';
import { isOnItsWay, waitOf } from '../../data/status';

interface Activation {
  activate: (id: string) => void;
  /** Has the server move what is overdue. */
  advance: () => void;
}

/** Times of this clock by deployment and state; `done` keeps one from being sent twice. */
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
    const waiting = rows.filter(isOnItsWay);
    const keys = new Set(waiting.map(keyOf));
    for (const key of known.keys()) if (!keys.has(key)) known.delete(key);

    const timers = waiting.map((row) => {
      const now = Date.now();
      const wait = waitOf(row, now);
      const due = known.get(keyOf(row)) ?? { at: now + wait, isOverdue: wait === 0, done: false };
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
