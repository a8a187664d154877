/**
 * What a person looks for. The address carries it (`?q=…&category=…`), so that a link opens the same view and Back
 * returns to the last one; the box holds what is being typed, and the address follows when the typing pauses.
 */
import { useEffect, useState } from 'react';
import { useSearchParams } from '@slipway/platform';
import { type Category, parseCategory } from '../data/category';
import type { Filter } from '../data/catalogue';

const PAUSE_MS = 200;

export interface FilterControl {
  /** As the address has it. */
  filter: Filter;
  /** As the box has it. */
  text: string;
  setText: (text: string) => void;
  /** Looks for what the box has, without waiting for a pause. */
  submit: () => void;
  choose: (category: Category) => void;
  clear: () => void;
}

function withFilter(params: URLSearchParams, { q, category }: Filter): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value, usual] of [
    ['q', q, ''],
    ['category', category, 'all'],
  ] as const) {
    if (value === usual) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

export function useFilter(): FilterControl {
  const [params, setParams] = useSearchParams();
  const q = params.get('q') ?? '';
  const category = parseCategory(params.get('category'));
  const [text, setText] = useState(q);
  const [seen, setSeen] = useState(q);
  // What was written into the address from here and has not been seen in it yet, oldest first.
  const [written, setWritten] = useState<readonly string[]>([]);

  // The address changed. If not by what was typed here, then by Back or a link: the box follows.
  if (q !== seen) {
    const at = written.indexOf(q);
    setSeen(q);
    setWritten(at === -1 ? [] : written.slice(at + 1));
    if (at === -1) setText(q);
  }

  const write = (next: Filter, replace: boolean) => {
    if (next.q !== q) setWritten((before) => [...before, next.q]);
    setParams((current) => withFilter(current, next), { replace, preventScrollReset: true });
  };

  const typed = text.trim();
  useEffect(() => {
    if (typed === q.trim()) return;
    const pause = setTimeout(() => {
      setWritten((before) => [...before, typed]);
      setParams(
        (current) => withFilter(current, { q: typed, category: parseCategory(current.get('category')) }),
        {
          replace: true,
          preventScrollReset: true,
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(pause);
    };
  }, [typed, q, setParams]);

  return {
    filter: { q, category },
    text,
    setText,
    submit: () => {
      if (typed !== q.trim()) write({ q: typed, category }, true);
    },
    choose: (chosen) => {
      if (chosen !== category) write({ q: typed, category: chosen }, false);
    },
    clear: () => {
      setText('');
      write({ q: '', category: 'all' }, false);
    },
  };
}
