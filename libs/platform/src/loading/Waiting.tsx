/** The loading state of a region. Says when loading takes long, and fails after a time limit. */
import { type ReactNode, useEffect, useState } from 'react';
import { PinnedNotice, ProgressLine, Text } from '@slipway/design-system';
import { t } from '../messages';
import { announce } from '../ui/announce';
import { hung } from './loadSteps';

/** Milliseconds until the region says that loading takes longer than usual. */
const SLOW = 3_000;

interface WaitingProps {
  label: string;
  step: 'page' | 'slot';
  /** Milliseconds that the component may take to render once it has loaded. The loader limits the earlier steps. */
  limit: number;
  component: Promise<unknown>;
  children: ReactNode;
}

export function Waiting({ label, step, limit, component, children }: WaitingProps) {
  const [isSlow, setIsSlow] = useState(false);
  const [hasHung, setHasHung] = useState(false);

  useEffect(() => {
    const slow = setTimeout(() => {
      setIsSlow(true);
      announce(t('slow', { label }));
    }, SLOW);
    return () => {
      clearTimeout(slow);
    };
  }, [label]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const start = () => {
      if (isOver) return;
      timer = setTimeout(() => {
        setHasHung(true);
      }, limit);
    };
    // The component itself reports a failure.
    component.then(start, () => undefined);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [component, limit]);

  if (hasHung) throw hung(step, limit);
  const text = t('slow', { label });
  return (
    <>
      {step === 'page' && <ProgressLine />}
      {children}
      {isSlow &&
        (step === 'page' ? (
          <PinnedNotice label={label}>{text}</PinnedNotice>
        ) : (
          <Text size="sm" tone="muted">
            {text}
          </Text>
        ))}
    </>
  );
}
