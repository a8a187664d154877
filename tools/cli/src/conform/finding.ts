/** A rule that a built slice breaks. */
export const areas = ['contract', 'integrity', 'policy', 'budget', 'failure states'] as const;

export interface Finding {
  area: (typeof areas)[number];
  /** A `warning` is to look at by hand: the code may be right. */
  level: 'failure' | 'warning';
  text: string;
}
