/** The values of a form: they follow when newer ones replace those of the opening. */
import { useState } from 'react';
import { rebase, type Rebased, type Stored } from './stored';

interface State<Draft> {
  draft: Draft;
  /** The stored values below the draft. */
  base: Stored<Draft>;
  /** Set while there are newer values that the user has not loaded. */
  replaces?: Rebased<Draft>['replaces'];
  /** The base was saved by this form, which does not know its etag yet. */
  isSaved?: boolean;
}

/** Typed values, and the stored ones below them. */
export interface FormInput<S extends Stored<object>> {
  draft: S['draft'];
  initial: S;
}

/**
 * The values of a form that begins with `initial`, which has no etag until it is read, or with the input of an earlier form.
 * With another etag, the fields that the user did not change follow, and `replaces` names those that both changed.
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
    // With several newer ones: also the fields that an earlier one changed.
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
    /** The values of `setSaved` are not read yet. */
    isSaved: state.isSaved === true,
    /**
     * The form has saved these values, and more was typed since: the next stored ones are its own, unless they differ. Without
     * values, the next stored ones are of another form again.
     */
    setSaved: (saved?: Draft) => {
      setState(({ draft: typed, base, replaces: replaced }) =>
        saved
          ? { draft: typed, base: { ...base, draft: saved }, isSaved: true }
          : { draft: typed, base, ...(replaced ? { replaces: replaced } : {}) },
      );
    },
    /** Discards the draft. */
    load: () => {
      setState({ draft: initial.draft, base: initial });
      setLoads(loads + 1);
    },
    /** How often the user has loaded the current values: its button is removed then, and the form takes the focus. */
    loads,
  };
}
