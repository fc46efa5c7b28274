// All families of the gallery, by subject.

import { boxFamilies } from './boxes.ts'
import { colorFamilies } from './colors.ts'
import { countingFamilies } from './counting.ts'
import { demoFamilies } from './demos.ts'
import type { Family } from './family.ts'
import { frontierFamilies } from './frontiers.ts'
import { lineFamilies } from './lines.ts'
import { nearbyFamilies } from './nearby.ts'
import { objectFamilies } from './objects.ts'
import { panelFamilies } from './panels.ts'
import { patternFamilies } from './patterns.ts'
import { recoloringFamilies } from './recoloring.ts'
import { scalingFamilies } from './scaling.ts'
import { symmetryFamilies } from './symmetry.ts'
import { wallFamilies } from './walls.ts'

/** Every family, in the order in which its task is given. */
export const families: readonly Family[] = [
  ...objectFamilies,
  ...recoloringFamilies,
  ...boxFamilies,
  ...wallFamilies,
  ...nearbyFamilies,
  ...symmetryFamilies,
  ...panelFamilies,
  ...scalingFamilies,
  ...lineFamilies,
  ...frontierFamilies,
  ...colorFamilies,
  ...countingFamilies,
  ...patternFamilies,
  ...demoFamilies,
]
