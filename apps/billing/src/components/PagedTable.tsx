/** A table that shows its first rows, and more on request. */
import { useLayoutEffect, useRef, useState } from 'react';
import { Button, Stack, Table, type TableProps } from '@slipway/design-system';

const PAGE = 12;

export function PagedTable<Row>({ rows, moreLabel, ...table }: TableProps<Row> & { moreLabel: string }) {
  const [limit, setLimit] = useState(PAGE);
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The "Show more" button had the focus, and was removed with the last rows.
    if (limit === PAGE || document.activeElement !== document.body) return;
    const row = list.current?.querySelectorAll<HTMLElement>('tbody > tr')[limit - PAGE];
    row?.setAttribute('tabindex', '-1');
    row?.focus();
  }, [limit]);
  return (
    <Stack ref={list} gap="lg">
      <Table {...table} rows={rows.slice(0, limit)} />
      {rows.length > limit && (
        <Button
          onClick={() => {
            setLimit(limit + PAGE);
          }}
        >
          {moreLabel}
        </Button>
      )}
    </Stack>
  );
}
