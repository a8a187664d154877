/** The state of a form whose stored values may change while it is open. */
import { useState } from 'react';
import { rebase, type Rebased, type Stored } from './stored';

interface State<Draft> {
  draft: Draft;
  /** The stored values that the draft is based on. */
  base: Stored<Draft>;
  /** Set while there are newer stored values that the user has not loaded. */
  replaces?: Rebased<Draft>['replaces'];
  /** The form has saved the base itself, and does not know its etag yet. */
  isSaved?: boolean;
}

/** The typed values, and the stored values that they are based on. */
export interface FormInput<S extends Stored<object>> {
  draft: S['draft'];
  initial: S;
}

/**
 * The draft of a form. It starts with `initial`, which has no etag until it is read, or with the input of an earlier
 * form. When `initial` has another etag, fields that the user did not change get the new values, and `replaces` lists
 * those that both changed.
 */
export function useDraft<Draft extends object>(initial: Stored<Draft>, input?: FormInput<Stored<Draft>>) {
  const [state, setState] = useState<State<Draft>>({
    draft: (input ?? initial).draft,
    base: input?.initial ?? initial,
  });
  const [loads, setLoads] = useState(0);
  let { draft, replaces } = state;
  if (state.base.etag !== initial.etag) {
    const next = rebase(draft, state.base, initial);
    draft = next.draft;
    const isOwn = state.isSaved === true && next.replaces.length === 0;
    // Newer values may arrive more than once: also keep the fields of the earlier times.
    if (state.base.etag !== undefined && !isOwn)
      replaces = [...new Set([...(replaces ?? []), ...next.replaces])];
    setState({ draft, base: initial, ...(replaces ? { replaces } : {}) });
  }
  return {
    draft,
    setDraft: (change: (draft: Draft) => Draft) => {
      setState((current) => ({ ...current, draft: change(current.draft) }));
    },
    isUnsaved: (Object.keys(draft) as (keyof Draft)[]).some((key) => draft[key] !== initial.draft[key]),
    replaces,
    /** The values of `setSaved` have not been read back yet. */
    isSaved: state.isSaved === true,
    /**
     * Call it when the form has saved these values and the user has typed more. The next stored values then count as
     * the form's own, unless they differ. Call it without values to end that.
     */
    setSaved: (saved?: Draft) => {
      setState(({ draft: typed, base, replaces: replaced }) =>
        saved
          ? { draft: typed, base: { ...base, draft: saved }, isSaved: true }
          : { draft: typed, base, ...(replaced ? { replaces: replaced } : {}) },
      );
    },
    /** Discards the draft and loads the stored values. */
    load: () => {
      setState({ draft: initial.draft, base: initial });
      setLoads(loads + 1);
    },
    /**
     * How often the user has loaded the stored values. The button for it is then removed, and the form takes the focus.
     */
    loads,
  };
}
