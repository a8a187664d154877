/** T-66: `requiredRole` is documentation only. Row-level security decides who may do what, so only 'user' is allowed. */
export const roleRule = {
  selector: "JSXAttribute[name.name='requiredRole']:not([value.value='user'])",
  message:
    'Roles are not checked in the browser: every signed-in user passes. Protect the rows in supabase/migrations, or record a decision first.',
};
