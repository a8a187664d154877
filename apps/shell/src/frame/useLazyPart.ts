/** A part of the frame that is fetched when it is first wanted, and again after a failure. */
import { type ComponentType, useState } from 'react';
import { toast } from '@slipway/design-system';
import { log } from '@slipway/log';
import { t } from '../messages';

export interface LazyPart<Props> {
  /** Undefined until it has been fetched. */
  Part: ComponentType<Props> | undefined;
  /** Whether it is there now; a failure is told. */
  fetchPart: () => Promise<boolean>;
  /** On the way to it: a failure is told when it is asked for, not when it is only thought of. */
  fetchAhead: () => void;
}

export function useLazyPart<Props>(load: () => Promise<{ default: ComponentType<Props> }>): LazyPart<Props> {
  const [Part, setPart] = useState<ComponentType<Props>>();
  return {
    Part,
    fetchPart: async () => {
      try {
        const module = await load();
        setPart(() => module.default);
        return true;
      } catch (error) {
        log.error('a part of the frame could not be fetched', error);
        toast.error(t('partFailed'));
        return false;
      }
    },
    fetchAhead: () => {
      load().catch(() => undefined);
    },
  };
}
