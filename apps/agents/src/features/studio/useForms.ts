/** The forms of the studio: one is open at most. A second one waits until the user has discarded the changes in the first. */
import { startTransition, useCallback, useState } from 'react';
import type { Agent } from '../../data/agents';
import { type Configuration, readConfiguration } from '../../data/configuration';
import type { Draft } from '../../data/draft';

/** An open form, for a new or an existing agent. `count` is its React key: each opening gets a fresh form. */
interface OpenForm {
  count: number;
  initial: Configuration;
  agent?: Agent;
  /** Its initial values are not saved: they are of an agent that could not be created. */
  isRestored?: boolean;
  /** Its save has failed. It waits out of sight: it would push the agents down, long after the press. */
  isAside?: boolean;
}

/**
 * `onOpen` is called when the user opens a form, `onFailure` when the values of its agent cannot be read. The first form has the
 * values of `restored`: an earlier visit to the page has sent them.
 */
export function useForms(
  onOpen: () => void,
  onFailure: (error: unknown, id: string) => void,
  restored?: Draft,
) {
  const [{ form, next }, setForms] = useState<{ form?: OpenForm; next?: OpenForm }>(() =>
    restored ? { form: { count: 1, initial: { draft: restored }, isRestored: true } } : {},
  );
  const [isReading, setReading] = useState(false);

  const open = (initial: Configuration, agent?: Agent) => {
    // The form may have closed since the draft was requested.
    setForms(({ form: current }) => {
      const opened = { count: (current?.count ?? 0) + 1, initial, ...(agent ? { agent } : {}) };
      return current ? { form: current, next: opened } : { form: opened };
    });
    onOpen();
  };

  return {
    form,
    /** Another form waits for this one. */
    hasNext: next !== undefined,
    /** The draft of an agent is being read: its form has a place already, so that nothing moves when the response arrives. */
    isReading,
    open,
    /** Reads the configuration of an agent, then opens its form. */
    configure: async (agent: Agent) => {
      // The press shows before the place of the form.
      startTransition(() => {
        setReading(true);
      });
      try {
        open(await readConfiguration(agent.id), agent);
      } catch (error) {
        onFailure(error, agent.id);
      } finally {
        setReading(false);
      }
    },
    /** Shows the open form, and drops the next one. */
    keep: () => {
      if (form) setForms({ form: { ...form, isAside: false } });
    },
    /** `newer` are values that were saved elsewhere. */
    putAside: (open: OpenForm, newer?: Configuration) => {
      setForms((forms) => ({ ...forms, form: { ...open, initial: newer ?? open.initial, isAside: true } }));
    },
    close: useCallback(() => {
      setForms((forms) => (forms.next ? { form: forms.next } : {}));
    }, []),
  };
}
