/** Whether something a person typed is not saved yet: then no newer composition is loaded under it. */
import { useEffect } from 'react';

const unsaved = new Set<symbol>();

export const hasUnsaved = () => unsaved.size > 0;

/** For a form: `isUnsaved` while it holds what would be lost. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const form = Symbol('unsaved');
    unsaved.add(form);
    return () => {
      unsaved.delete(form);
    };
  }, [isUnsaved]);
}
