/**
 * What is typed after a box was asked for and before it is there: it is meant for the box, and not for what has the
 * focus until then.
 */
export interface TypedAhead {
  /** Keeps every letter from now on; Escape gives the box up. */
  start(): void;
  /** Whether the box is still wanted. */
  isOn(): boolean;
  /** Keeps no more letters, and gives those that were kept. */
  take(): string;
}

export function createTypedAhead(): TypedAhead {
  let isOn = false;
  let text = '';

  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') stop();
    else if (event.key === 'Backspace') text = text.slice(0, -1);
    else if ([...event.key].length === 1) text += event.key;
    else if (event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
  };
  function stop() {
    isOn = false;
    document.removeEventListener('keydown', handleKey, { capture: true });
  }

  return {
    start() {
      if (isOn) return;
      isOn = true;
      text = '';
      document.addEventListener('keydown', handleKey, { capture: true });
    },
    isOn: () => isOn,
    take() {
      stop();
      return text;
    },
  };
}
