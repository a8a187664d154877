/** The demo user that `supabase/seed.sql` creates. The password is public. */
export const demo = { email: 'demo@slipway.example', password: 'Slipway-demo-1' } as const;
