/** The person that `supabase/seed.sql` makes to look around with. Public: it is in the repository. */
export const demo = { email: 'demo@slipway.example', password: 'Slipway-demo-1' } as const;
