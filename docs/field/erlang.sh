#!/bin/sh
# Erlang, `lists:sort` of `rand:uniform()` keys
# fair
# version: erl -noshell -eval 'io:put_chars(erlang:system_info(otp_release)), halt().'
exec erl -noshell -eval "F = fun F() ->
	X = [I || {_, I} <- lists:sort([{rand:uniform(), I} || I <- lists:seq(1, $1)])],
	io:put_chars([lists:join(32, [integer_to_list(I) || I <- X]), 10]), F() end, F()."
