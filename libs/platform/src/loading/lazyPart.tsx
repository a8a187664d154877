/**
 * A part of a page that loads on first use, such as a dialog. If it fails, only it shows the error, with a way to retry
 * or close.
 */
import { type ComponentType, createElement, lazy, type ReactNode, useEffect } from 'react';
import { Button, ContentBoundary, ErrorState, PinnedNotice, Stack } from '@slipway/design-system';
import { t } from '../messages';
import type { LazyModule } from './sliceParts';
import { isUnloaded, LoadFailure, textOf } from './loadFailure';
import { retryWithProgress } from './retryWithProgress';

/** Milliseconds within which React renders a failure, if the part is still on the page. */
const SHOWN_WITHIN = 1_000;

/**
 * Like React's `lazy`: place it inside a `Suspense`. If its props have `onClose`, the failed part has a close button.
 */
export function lazyPart<Props extends object>(load: LazyModule<Props>): (props: Props) => ReactNode {
  let hasFailed = false;
  let isShown = false;
  const loadOnce = () =>
    lazy(async () => {
      try {
        return await retryWithProgress(async () => {
          try {
            return await load();
          } catch (error) {
            throw isUnloaded(error)
              ? error
              : new LoadFailure('evaluate', 'chunk', 'unexpected', textOf(error), { cause: error });
          }
        });
      } catch (error) {
        hasFailed = true;
        isShown = false;
        // If it is not rendered in time, the user closed the part before it failed. A suspended component has no
        // cleanup for this.
        setTimeout(() => {
          if (!isShown) forget();
        }, SHOWN_WITHIN);
        throw error;
      }
    });
  let part = loadOnce();
  /** Forgets the promise: React remembers the failure of a lazy component. */
  const forget = () => {
    if (hasFailed) part = loadOnce();
    hasFailed = false;
  };
  /** Runs in an effect. */
  const showFailure = () => {
    isShown = true;
    return forget; // the next use loads it again
  };
  const Current = ({ props }: { props: Props }) => createElement<Props>(part as ComponentType<Props>, props);

  return function LazyPart(props) {
    const close = 'onClose' in props && typeof props.onClose === 'function' ? props.onClose : undefined;
    return (
      <ContentBoundary
        onRetry={forget}
        failure={(error, retry) => (
          <FailedPart
            error={error}
            onRetry={retry}
            onClose={close && (() => void close())}
            onShow={showFailure}
          />
        )}
      >
        <Current props={props} />
      </ContentBoundary>
    );
  };
}

interface FailedPartProps {
  error: unknown;
  onRetry: () => void;
  onClose: (() => void) | undefined;
  onShow: () => () => void;
}

function FailedPart({ error, onRetry, onClose, onShow }: FailedPartProps) {
  const isOffline = isUnloaded(error);
  const text = t(isOffline ? 'partUnreachable' : 'partFailed');
  useEffect(onShow, [onShow]);
  useEffect(() => {
    if (!isOffline) return undefined;
    window.addEventListener('online', onRetry);
    return () => {
      window.removeEventListener('online', onRetry);
    };
  }, [isOffline, onRetry]);
  if (!onClose) return <ErrorState title={text} level={3} onRetry={onRetry} />;
  return (
    <PinnedNotice
      label={text}
      action={
        <Stack direction="row" gap="sm">
          <Button size="sm" onClick={onRetry}>
            {t('tryAgain')}
          </Button>
          <Button size="sm" variant="quiet" onClick={onClose}>
            {t('close')}
          </Button>
        </Stack>
      }
    >
      {text}
    </PinnedNotice>
  );
}
