/** The filters of a page, in its address: they survive a reload, and a link has them. */
import { useSearchParams } from 'react-router-dom';
import type { RowFilter } from '../../data/rows';
import { text } from '../../messages';

const HOURS = [1, 6, 24, 168, 720];

export const hourOptions = HOURS.map((hours) => ({ value: String(hours), label: text.hours(hours) }));

const isFilter = (value: string | null): value is RowFilter =>
  value === 'all' || value === 'different' || value === 'failing';

/** `defaultHours`: the period of an address without one. */
export function useFilters(defaultHours = 24) {
  const [parameters, setParameters] = useSearchParams();
  const filter = parameters.get('filter');
  const hours = Number(parameters.get('hours'));
  return {
    typed: parameters.get('typed') ?? '',
    filter: isFilter(filter) ? filter : ('all' as const),
    hours: HOURS.includes(hours) ? hours : defaultHours,
    environment: parameters.get('environment') ?? undefined,
    name: parameters.get('name') ?? undefined,
    /** An empty value is left out of the address. */
    set(changes: Readonly<Record<string, string>>) {
      setParameters(
        (current) => {
          const next = new URLSearchParams(current);
          for (const [name, value] of Object.entries(changes)) {
            if (value === '') next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace: true },
      );
    },
  };
}
