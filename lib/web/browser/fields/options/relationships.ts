/* The relationship of a link field, as two answers: how many each record links to, here and there. */
export interface Sides {
  /** A record of this table may link to several. */
  isManyHere: boolean;
  /** Several records of this table may link to the same one. */
  isManyThere: boolean;
}

/** `oneMany`: one here links to many there, and each of those belongs to it alone. */
export const linkSidesOf = (relationship: string): Sides => ({
  isManyHere: /Many$/.test(relationship),
  isManyThere: /^many/.test(relationship),
});

export const relationshipOf = ({ isManyHere, isManyThere }: Sides): string =>
  `${isManyThere ? "many" : "one"}${isManyHere ? "Many" : "One"}`;
