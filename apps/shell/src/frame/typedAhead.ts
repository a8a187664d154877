/**
 * Buffers keystrokes between the request to open an input and its appearance. They are meant for the new input, not for
 * the element that still has the focus.
 */
export interface TypedAhead {
  /** Starts to buffer every key; Escape cancels. */
  start(): void;
  /** False after Escape, or after `take`. */
  isOn(): boolean;
  /** Stops buffering and returns the text; undefined after Escape. */
  take(): string | undefined;
}

export function createTypedAhead(): TypedAhead {
  let isOn = false;
  let text: string | undefined;

  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') {
      stop();
      text = undefined;
    } else if (event.key === 'Backspace') text = text?.slice(0, -1);
    else if ([...event.key].length === 1) text = (text ?? '') + event.key;
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
