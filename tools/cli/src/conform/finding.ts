/** A rule that a built slice breaks. */
export const areas = ['contract', 'integrity', 'policy', 'budget', 'failure states'] as const;

export interface Finding {
  area: (typeof areas)[number];
  /** A `warning` needs a manual check: the code may be correct. */
  level: 'failure' | 'warning';
  text: string;
}
