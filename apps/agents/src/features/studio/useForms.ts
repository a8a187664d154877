/** The forms of the studio: one is open at most. A second one waits until the user has discarded the changes in the first. */
import { useCallback, useState } from 'react';
import type { MutationState } from '@tanstack/react-query';
import { nextFrame } from '@slipway/design-system';
import type { Agent } from '../../data/agents';
import { type Configuration, readConfiguration, type Save } from '../../data/configuration';
import { type Draft, emptyDraft } from '../../data/draft';

/** An open form, for a new or an existing agent. `count` is its React key: each opening gets a fresh form. */
export interface OpenForm {
  count: number;
  initial: Configuration;
  /** The input of an earlier visit to the page. */
  typed?: Draft;
  agentId?: string;
  /** Its save has failed. It stays hidden until the user asks for it: shown late, it would push the agents down. */
  isAside?: boolean;
}

/** The form that an earlier visit to the page has sent without a response, or with a failure. */
export function restoredForm(
  created: Draft | undefined,
  saved:
    | Pick<MutationState<Configuration | undefined, Error, Save>, 'status' | 'data' | 'variables'>
    | undefined,
): Omit<OpenForm, 'count'> | undefined {
  if (created) return { initial: { draft: emptyDraft }, typed: created };
  const { status, data, variables } = saved ?? {};
  // If newer values were returned, nothing was saved.
  if (!variables || (status === 'success' && !data)) return undefined;
  const { id, draft, initial } = variables;
  return { initial, typed: draft, agentId: id };
}

/**
 * `onOpen` is called when the user opens a form, `onFailure` when the values of its agent cannot be read. `restored` is the
 * first form: an earlier visit to the page has sent it.
 */
export function useForms(
  onOpen: () => void,
  onFailure: (error: unknown, id: string) => void,
  restored?: Omit<OpenForm, 'count'>,
) {
  const [{ form, next }, setForms] = useState<{ form?: OpenForm; next?: OpenForm }>(() =>
    restored ? { form: { count: 1, ...restored } } : {},
  );
  const [isReading, setReading] = useState(false);

  const open = (initial: Configuration, agent?: Agent) => {
    // The form may have closed since the draft was requested.
    setForms(({ form: current }) => {
      const opened = { count: (current?.count ?? 0) + 1, initial, ...(agent ? { agentId: agent.id } : {}) };
      return current ? { form: current, next: opened } : { form: opened };
    });
    onOpen();
  };

  return {
    form,
    /** Another form opens once this one is closed. */
    hasNext: next !== undefined,
    /** The draft of an agent is being read. Reserve the space of its form, so that the response moves nothing. */
    isReading,
    open,
    /** Reads the configuration of an agent, then opens its form. */
    configure: async (agent: Agent) => {
      // Paint the press before the placeholder of the form.
      const hasPlace = nextFrame().then(() => {
        setReading(true);
      });
      try {
        open(await readConfiguration(agent.id), agent);
      } catch (error) {
        onFailure(error, agent.id);
      } finally {
        await hasPlace; // the response may be faster than the frame
        setReading(false);
      }
    },
    /** Shows the open form, and drops the next one. */
    keep: () => {
      if (form) setForms({ form: { ...form, isAside: false } });
    },
    /** `newer` are values that were saved elsewhere. */
    putAside: (newer?: Configuration) => {
      setForms(({ form: current, ...forms }) =>
        current
          ? { ...forms, form: { ...current, initial: newer ?? current.initial, isAside: true } }
          : forms,
      );
    },
    close: useCallback(() => {
      setForms((forms) => (forms.next ? { form: forms.next } : {}));
    }, []),
  };
}
