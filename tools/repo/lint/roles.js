/** T-66: `requiredRole` is a name for readers. Who may do what, row-level security decides, so no other role is named. */
export const roleRule = {
  selector: "JSXAttribute[name.name='requiredRole']:not([value.value='user'])",
  message:
    'No role is checked here: whoever is signed in passes. Protect the rows (supabase/migrations), or record a decision first.',
};
