/**
 * What a person looks for. The address carries it (`?q=…&category=…&sort=…&price=…&tag=…`), so that a link opens the
 * same view and Back returns to the last one; the box holds what is being typed, and the address follows when the
 * typing pauses.
 */
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from '@slipway/platform';
import { everything, type Filter } from '../../data/search';
import { filterOf, withFilter } from '../../data/filterUrl';

const PAUSE_MS = 10;

export interface FilterControl {
  /** As the address has it, or is about to. */
  filter: Filter;
  /** As the box has it. */
  text: string;
  setText: (text: string) => void;
  /** Looks for what the box has, without waiting for a pause. */
  submit: () => void;
  /** Changes the rest, and looks for what the box has. */
  choose: (change: Partial<Omit<Filter, 'q'>>) => void;
  clear: () => void;
}

export function useFilter(): FilterControl {
  const [params, setParams] = useSearchParams();
  const addressed = useMemo(() => filterOf(params), [params]);
  const { q } = addressed;
  const [text, setText] = useState(q);
  const [seen, setSeen] = useState(addressed);
  // What was written into the address from here and has not been seen in it yet, oldest first.
  const [written, setWritten] = useState<readonly string[]>([]);

  // The address changed. If not by what was typed here, then by Back or a link: the box follows.
  if (addressed !== seen) {
    setSeen(addressed);
    const at = written.lastIndexOf(q);
    if (at !== -1) setWritten(written.slice(at + 1));
    else if (q !== seen.q) {
      setWritten([]);
      setText(q);
    }
  }

  // The router takes its time; what is written is looked for at once.
  const wanted = written.at(-1) ?? q;
  const filter = useMemo(() => ({ ...addressed, q: wanted }), [addressed, wanted]);

  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const write = (next: Filter, replace: boolean) => {
    // What was typed goes along. Written once more, before this is rendered, it would bring the old address back.
    clearTimeout(pause.current);
    setWritten((before) => (before.length === 0 && next.q === q ? before : [...before, next.q]));
    setParams((current) => withFilter(current, next), { replace, preventScrollReset: true });
  };

  const typed = text.trim();
  useEffect(() => {
    if (typed === q.trim()) return;
    const timer = setTimeout(() => {
      setWritten((before) => [...before, typed]);
      setParams((current) => withFilter(current, { ...filterOf(current), q: typed }), {
        replace: true,
        preventScrollReset: true,
      });
    }, PAUSE_MS);
    pause.current = timer;
    return () => {
      clearTimeout(timer);
    };
  }, [typed, q, setParams]);

  return {
    filter,
    text,
    setText,
    submit: () => {
      if (typed !== q.trim()) write({ ...filter, q: typed }, true);
    },
    choose: (change) => {
      const isOther = Object.entries(change).some(([name, value]) => filter[name as keyof Filter] !== value);
      if (isOther) write({ ...filter, q: typed, ...change }, false);
    },
    clear: () => {
      setText('');
      write(everything, false);
    },
  };
}
