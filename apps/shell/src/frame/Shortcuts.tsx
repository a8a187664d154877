/** Keyboard shortcuts of every page: `?` lists them, and `g` with a letter opens a page. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from '@slipway/platform';
import { pageKeys } from './navigation';
import { isFree, letterShortcuts, onShortcutsRequested } from './shortcutKeys';
import { useLazyPart } from './useLazyPart';
import { useNavigation } from './useNavigation';

const load = async () => ({ default: (await import('./menus')).ShortcutList });

/** Between `g` and the letter. */
const SEQUENCE_MS = 1500;

export function Shortcuts() {
  const [isOpen, setOpen] = useState(false);
  const { Part: ShortcutList, fetchPart } = useLazyPart(load);
  const { fixed } = useNavigation();
  const navigate = useNavigate();
  const startedAt = useRef(-Infinity);

  const open = useEffectEvent(() => void fetchPart().then(setOpen));
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isFree(event) || !letterShortcuts.get()) return;
    const isSecond = event.timeStamp - startedAt.current < SEQUENCE_MS;
    startedAt.current = event.key === 'g' ? event.timeStamp : -Infinity;
    const page =
      isSecond &&
      fixed.find(({ path }) =>
        Object.entries(pageKeys).some(([to, key]) => to === path && key === event.key),
      );
    if (event.key !== '?' && !page) return;
    event.preventDefault();
    if (page) void navigate(page.path);
    else open();
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      handleKey(event);
    };
    document.addEventListener('keydown', listener);
    const unsubscribe = onShortcutsRequested(() => {
      open();
    });
    return () => {
      document.removeEventListener('keydown', listener);
      unsubscribe();
    };
  }, []);

  return (
    isOpen &&
    ShortcutList && (
      <ShortcutList
        pages={fixed}
        onClose={() => {
          setOpen(false);
        }}
      />
    )
  );
}
