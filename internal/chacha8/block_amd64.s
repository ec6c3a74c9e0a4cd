#include "textflag.h"

// Each of Y0 to Y15 is one word of the ChaCha state, of eight blocks at a time:
// the four blocks counter, …, counter+3 in its low half, and the four after them
// in its high half. ChaCha8Rand lays four blocks out word by word, so the low
// halves, one after the other, are the output of the first four blocks.

DATA iota<>+0(SB)/8, $0x0000000100000000
DATA iota<>+8(SB)/8, $0x0000000300000002
DATA iota<>+16(SB)/8, $0x0000000500000004
DATA iota<>+24(SB)/8, $0x0000000700000006
GLOBL iota<>(SB), RODATA|NOPTR, $32

// The bytes of each word rotated by two and by one.
DATA rotate16<>+0(SB)/8, $0x0504070601000302
DATA rotate16<>+8(SB)/8, $0x0D0C0F0E09080B0A
DATA rotate16<>+16(SB)/8, $0x0504070601000302
DATA rotate16<>+24(SB)/8, $0x0D0C0F0E09080B0A
GLOBL rotate16<>(SB), RODATA|NOPTR, $32

DATA rotate8<>+0(SB)/8, $0x0605040702010003
DATA rotate8<>+8(SB)/8, $0x0E0D0C0F0A09080B
DATA rotate8<>+16(SB)/8, $0x0605040702010003
DATA rotate8<>+24(SB)/8, $0x0E0D0C0F0A09080B
GLOBL rotate8<>(SB), RODATA|NOPTR, $32

// "expand 32-byte k"
DATA sigma<>+0(SB)/4, $0x61707865
DATA sigma<>+4(SB)/4, $0x3320646e
DATA sigma<>+8(SB)/4, $0x79622d32
DATA sigma<>+12(SB)/4, $0x6b206574
GLOBL sigma<>(SB), RODATA|NOPTR, $16

// QUARTER is the quarter-round of ChaCha. T is free.
#define QUARTER(A, B, C, D, T) \
	VPADDD B, A, A; VPXOR A, D, D; VPSHUFB rotate16<>(SB), D, D; \
	VPADDD D, C, C; VPXOR C, B, B; VPSLLD $12, B, T; VPSRLD $20, B, B; VPXOR T, B, B; \
	VPADDD B, A, A; VPXOR A, D, D; VPSHUFB rotate8<>(SB), D, D; \
	VPADDD D, C, C; VPXOR C, B, B; VPSLLD $7, B, T; VPSRLD $25, B, B; VPXOR T, B, B

// STORE writes one word of all blocks.
#define STORE(i, X, Y) \
	VMOVDQU X, (16*i)(BX); \
	VEXTRACTI128 $1, Y, (256+16*i)(BX)

// ADDKEY adds the i-th word of the key.
#define ADDKEY(i, Y) \
	VPBROADCASTD (4*i)(AX), Y15; \
	VPADDD Y15, Y, Y

// func block8(key *[4]uint64, out *[64]uint64, counter uint32)
TEXT ·block8(SB), NOSPLIT, $64-20
	MOVQ key+0(FP), AX
	MOVQ out+8(FP), BX
	VPBROADCASTD sigma<>+0(SB), Y0
	VPBROADCASTD sigma<>+4(SB), Y1
	VPBROADCASTD sigma<>+8(SB), Y2
	VPBROADCASTD sigma<>+12(SB), Y3
	VPBROADCASTD 0(AX), Y4
	VPBROADCASTD 4(AX), Y5
	VPBROADCASTD 8(AX), Y6
	VPBROADCASTD 12(AX), Y7
	VPBROADCASTD 16(AX), Y8
	VPBROADCASTD 20(AX), Y9
	VPBROADCASTD 24(AX), Y10
	VPBROADCASTD 28(AX), Y11
	MOVL counter+16(FP), CX
	VMOVD CX, X12
	VPBROADCASTD X12, Y12
	VPADDD iota<>(SB), Y12, Y12
	VPXOR Y13, Y13, Y13
	VPXOR Y14, Y14, Y14

	// The sixteen words need all registers, and a rotation needs one more: a word
	// that is not needed is on the stack. 0(SP) is that of Y15, 32(SP) that of
	// whichever register stands in for it.
	VMOVDQU Y14, 0(SP)
	MOVL $4, CX

loop:
	// Columns.
	QUARTER(Y0, Y4, Y8, Y12, Y15)
	QUARTER(Y1, Y5, Y9, Y13, Y15)
	QUARTER(Y2, Y6, Y10, Y14, Y15)
	VMOVDQU Y0, 32(SP)
	VMOVDQU 0(SP), Y15
	QUARTER(Y3, Y7, Y11, Y15, Y0)

	// Diagonals.
	QUARTER(Y1, Y6, Y11, Y12, Y0)
	QUARTER(Y2, Y7, Y8, Y13, Y0)
	QUARTER(Y3, Y4, Y9, Y14, Y0)
	VMOVDQU 32(SP), Y0
	VMOVDQU Y1, 32(SP)
	QUARTER(Y0, Y5, Y10, Y15, Y1)
	VMOVDQU 32(SP), Y1
	VMOVDQU Y15, 0(SP)

	DECL CX
	JNZ loop

	STORE(15, X15, Y15)
	ADDKEY(0, Y4)
	ADDKEY(1, Y5)
	ADDKEY(2, Y6)
	ADDKEY(3, Y7)
	ADDKEY(4, Y8)
	ADDKEY(5, Y9)
	ADDKEY(6, Y10)
	ADDKEY(7, Y11)
	STORE(0, X0, Y0)
	STORE(1, X1, Y1)
	STORE(2, X2, Y2)
	STORE(3, X3, Y3)
	STORE(4, X4, Y4)
	STORE(5, X5, Y5)
	STORE(6, X6, Y6)
	STORE(7, X7, Y7)
	STORE(8, X8, Y8)
	STORE(9, X9, Y9)
	STORE(10, X10, Y10)
	STORE(11, X11, Y11)
	STORE(12, X12, Y12)
	STORE(13, X13, Y13)
	STORE(14, X14, Y14)

	// Nothing of the key stays behind: Y15 has its last word.
	VPXOR Y15, Y15, Y15
	VMOVDQU Y15, 0(SP)
	VMOVDQU Y15, 32(SP)
	VZEROUPPER
	RET

// func hasAVX2() bool
TEXT ·hasAVX2(SB), NOSPLIT, $0-1
	MOVB $0, ret+0(FP)
	MOVL $0, AX
	CPUID
	CMPL AX, $7
	JB no
	MOVL $1, AX
	MOVL $0, CX
	CPUID
	ANDL $0x18000000, CX // OSXSAVE and AVX
	CMPL CX, $0x18000000
	JNE no
	MOVL $0, CX
	XGETBV
	ANDL $6, AX // the system saves X and Y registers
	CMPL AX, $6
	JNE no
	MOVL $7, AX
	MOVL $0, CX
	CPUID
	SHRL $5, BX
	ANDL $1, BX
	MOVB BX, ret+0(FP)
no:
	RET
