/** The title of the document. */
import { useEffect } from 'react';
import { text } from '../../messages';

export function useTitle(page: string): void {
  useEffect(() => {
    document.title = text.title(page);
  }, [page]);
}
