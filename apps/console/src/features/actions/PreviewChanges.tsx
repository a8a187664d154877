/** The exact changes of an action, and whether the policy allows them. */
import type { Preview } from '@slipway/cli/console';
import { Notice, Stack, Text } from '@slipway/design-system';
import { changeLine } from '../../components/changeLine';
import { settingLine, withoutValues } from '../../components/settingLine';
import { text } from '../../messages';

export function PreviewChanges({ preview }: { preview: Preview }) {
  const { environment, before, changes, settings, others, rejections, approved } = preview;
  const lines = [
    ...changes.map(changeLine),
    ...settings.map(settingLine),
    ...withoutValues(others, settings).map(text.otherChange),
  ];
  return (
    <>
      <Stack gap="sm">
        <Text size="sm" weight="medium">
          {text.willChange}
        </Text>
        {approved && <Text size="sm">{text.approvedAuthor(approved.author, approved.reason)}</Text>}
        {lines.length === 0 ? (
          <Text size="sm" tone="muted">
            {approved ? text.noChanges : text.nothingToDo}
          </Text>
        ) : (
          <Stack as="ul" gap="xs">
            {lines.map((line) => (
              <li key={line}>
                <Text as="code" size="sm" preserveLines>
                  {line}
                </Text>
              </li>
            ))}
          </Stack>
        )}
        {before !== null && lines.length > 0 && (
          <Text size="sm" tone="muted">
            {text.replaces(environment, before)}
          </Text>
        )}
      </Stack>
      {rejections.length > 0 && (
        <Notice tone="warning">
          <Text as="strong" weight="medium" size="sm">
            {`${text.rejected}: `}
          </Text>
          <Text as="span" size="sm" preserveLines>
            {rejections.join('\n')}
          </Text>
        </Notice>
      )}
    </>
  );
}
