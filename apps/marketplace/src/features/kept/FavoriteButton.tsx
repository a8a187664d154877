/** Marks an agent as a favorite of the signed-in user, or removes the mark. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useExclusiveMutation } from '@slipway/data';
import { Button, Icon, toast } from '@slipway/design-system';
import { changeFavorite, favoriteQueries } from '../../data/favorites';
import { t } from '../details/messages';

interface FavoriteButtonProps {
  agent: { id: string; name: string };
  userId: string;
}

export function FavoriteButton({ agent, userId }: FavoriteButtonProps) {
  const queryClient = useQueryClient();
  const mine = favoriteQueries.mine(userId);
  const favorites = useQuery(mine);
  const isFavorite = favorites.data?.has(agent.id) ?? false;
  const change = useExclusiveMutation({
    mutationKey: ['favorites', 'change', agent.id],
    // A press before the favorites are loaded waits for them.
    mutationFn: async () => {
      const isAdded = !(await queryClient.ensureQueryData(mine)).has(agent.id);
      await changeFavorite({ agentId: agent.id, userId, isFavorite: isAdded });
      return isAdded;
    },
    onSuccess: (isAdded) => {
      toast.success(t(isAdded ? 'favoriteAdded' : 'favoriteRemoved', { name: agent.name }));
      queryClient.setQueryData(mine.queryKey, (before: ReadonlySet<string> = new Set()) => {
        const after = new Set(before);
        if (isAdded) after.add(agent.id);
        else after.delete(agent.id);
        return after;
      });
      void queryClient.invalidateQueries({ queryKey: ['listings-kept', 'favorites'] });
    },
    onError: () => toast.error(t('favoriteFailed', { name: agent.name })),
  });
  return (
    <Button
      size="sm"
      aria-pressed={isFavorite}
      aria-label={t('favoriteOf', { name: agent.name })}
      busy={change.isPending}
      onClick={() => {
        change.mutate();
      }}
    >
      <Icon name={isFavorite ? 'favorited' : 'favorite'} />
      {t('favorite')}
    </Button>
  );
}
