import type { Database } from './database.types';

type Public = Database['public'];

/** A row of a table or view, as a read returns it. */
export type Row<Name extends keyof (Public['Tables'] & Public['Views'])> = (Public['Tables'] &
  Public['Views'])[Name]['Row'];
