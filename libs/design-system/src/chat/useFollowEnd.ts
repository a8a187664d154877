/** Keeps the end of a growing list in view, until the user scrolls up to read. */
import { useLayoutEffect, useRef, useState } from 'react';

/** CSS pixels from the end that still count as the end. */
const NEAR = 24;

/** `newest` identifies the last entry. A new entry is always scrolled into view, because the user has just sent it. */
export function useFollowEnd(newest: string | number | undefined) {
  const ref = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(true);
  const lastTop = useRef(0);
  const [isAtEnd, setAtEnd] = useState(true);

  useLayoutEffect(() => {
    isFollowing.current = true;
  }, [newest]);

  // After each render: the text of the last entry grows with it.
  useLayoutEffect(() => {
    const scroller = ref.current;
    if (!scroller || !isFollowing.current) return;
    scroller.scrollTop = scroller.scrollHeight;
    lastTop.current = scroller.scrollTop;
  });

  const scrollToEnd = () => {
    isFollowing.current = true;
    ref.current?.scrollTo({ top: ref.current.scrollHeight });
    setAtEnd(true);
  };

  const handleScroll = () => {
    const scroller = ref.current;
    if (!scroller) return;
    const { scrollTop, scrollHeight, clientHeight } = scroller;
    const isNear = scrollHeight - scrollTop - clientHeight <= NEAR;
    // Content that arrives while the user scrolls down is not a reason to stop.
    if (isNear) isFollowing.current = true;
    else if (scrollTop < lastTop.current) isFollowing.current = false;
    lastTop.current = scrollTop;
    setAtEnd(isNear || isFollowing.current);
  };

  return { ref, isAtEnd, scrollToEnd, handleScroll };
}
