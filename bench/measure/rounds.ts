/** Takes one figure of each contestant in each round, in turn, after a round that does not count. */
export async function inRounds<Contestant extends { readonly name: string }, Figure>(
  contestants: readonly Contestant[],
  rounds: number,
  measure: (contestant: Contestant) => Promise<Figure>,
): Promise<ReadonlyMap<string, readonly Figure[]>> {
  const figures = new Map<string, Figure[]>(contestants.map(({ name }) => [name, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const contestant of contestants) {
      const figure = await measure(contestant)
      if (round > 0) figures.get(contestant.name)?.push(figure)
    }
  }
  return figures
}
