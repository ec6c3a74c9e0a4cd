package scatter

// A Stage is one thing that is done to each lot, at up to three moments. It knows nothing of other stages. What one
// drops is still there InTurn, where Dropped tells it, and is gone After; where one ends the lot, it ends for all.
// Each worker has stages of its own, which may share a state with those of other workers.
type Stage interface {
	// Ahead is called before the turn of the lot, side by side with other lots: to hash, or to parse.
	Ahead(l *Lot) error
	// InTurn is called when all lots before have had their turns, and none behind has: to count, or to drop.
	InTurn(l *Lot) error
	// After is called side by side again, when the records that are left have their digits: to draw other ones, or to
	// classify.
	After(l *Lot) error
}

// Idle does nothing at any moment. Stages embed it, and do something at one or two.
type Idle struct{}

func (Idle) Ahead(*Lot) error  { return nil }
func (Idle) InTurn(*Lot) error { return nil }
func (Idle) After(*Lot) error  { return nil }

// atEach calls one moment of each stage.
func atEach(stages []Stage, moment func(Stage, *Lot) error, l *Lot) error {
	for _, s := range stages {
		if err := moment(s, l); err != nil {
			return err
		}
	}
	return nil
}
