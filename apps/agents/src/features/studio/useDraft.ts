/** The values of the form. They follow when a newer configuration replaces that of the opening. */
import { useState } from 'react';
import { type Configuration, rebase, type Rebased } from '../../data/configuration';
import { type Draft, isEqualDraft } from '../../data/draft';

interface State {
  draft: Draft;
  /** The configuration below the draft. */
  base: Configuration;
  /** Set while there is a newer configuration that the user has not loaded. */
  replaces?: Rebased['replaces'];
}

export function useDraft(initial: Configuration) {
  const [state, setState] = useState<State>({ draft: initial.draft, base: initial });
  let { draft, replaces } = state;
  if (state.base !== initial) {
    const next = rebase(draft, state.base, initial);
    draft = next.draft;
    // With several newer ones: also the fields that an earlier one changed.
    replaces = [...new Set([...(replaces ?? []), ...next.replaces])];
    setState({ draft, base: initial, replaces });
  }
  return {
    draft,
    setDraft: (change: (draft: Draft) => Draft) => {
      setState((current) => ({ ...current, draft: change(current.draft) }));
    },
    isUnsaved: !isEqualDraft(draft, initial.draft),
    replaces,
    /** Discards the draft. */
    load: () => {
      setState({ draft: initial.draft, base: initial });
    },
  };
}
